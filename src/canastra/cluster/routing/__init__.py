"""Who runs a table, and how other nodes reach it: gateways in front of the servers, tunnels between them."""
