"""The way to a table's node: gateways in front of the servers, tunnels between them."""
