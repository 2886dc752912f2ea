#!/bin/sh
# Makes a certificate authority of the deployment's own, and for each host a folder to copy to its
# /etc/gavelyard: ca.pem, host.pem and host.key. Needs openssl. The folder is the first argument.
# Run it again before the certificates end, after ten years, or for a host that was replaced: remove its folder first.
set -eu
umask 077
mkdir -p "$1"
cd "$1"

new="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
[ -e ca.key ] || openssl req -x509 $new -days 3650 -subj "/CN=Gavelyard failover" -keyout ca.key -out ca.pem

for host in db-1 db-2 db-3 app-1 app-2 door; do
  [ ! -e "$host" ] || continue
  mkdir "$host"
  cp ca.pem "$host/ca.pem"
  names="DNS:$host,DNS:localhost,IP:127.0.0.1"
  # Tools reach the primary by way of door, which passes the encrypted connection on.
  case "$host" in db-*) names="$names,DNS:door" ;; esac
  echo "subjectAltName=$names" >extensions
  openssl req $new -subj "/CN=$host" -keyout "$host/host.key" -out request
  openssl x509 -req -in request -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -sha256 \
    -extfile extensions -out "$host/host.pem"
  rm extensions request
done
