#!/bin/sh
# nginx as deploy/compose-cluster.yaml starts it: the files of this folder, with your name for canastra.example and the
# three servers' addresses, laid out where it may write.
set -eu
from=/canastra made=/run/canastra
mkdir -p $made/conf.d $made/snippets
sed "s/canastra\.example/$CANASTRA_SITE/
    s#/var/log/nginx/canastra\.log#/dev/stdout#
    s#/var/log/nginx/canastra-error\.log#/dev/stderr#" $from/canastra.conf > $made/conf.d/canastra.conf
# Addresses, not names: nginx looks names up once, and doesn't start while one of them is away.
sed "s/127\.0\.0\.1:808\([1-3]\)/172.30.112.1\1:808\1/" $from/canastra-cluster.conf > $made/conf.d/canastra-cluster.conf
sed "s#http://127\.0\.0\.1:8080#http://canastra#" $from/canastra-proxy.conf > $made/snippets/canastra-proxy.conf
sed "s#/etc/nginx/conf\.d/#$made/conf.d/#
    s/worker_connections *[0-9]*/worker_connections 16384/" /etc/nginx/nginx.conf > $made/nginx.conf
exec nginx -c $made/nginx.conf -g "daemon off; worker_rlimit_nofile 65536;"
