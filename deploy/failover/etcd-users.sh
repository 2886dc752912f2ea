#!/bin/sh
# Run once on app-1, when etcd runs on all three hosts: from then on nobody reads or writes etcd without a password.
# Needs etcd-client and two passwords: ETCD_ROOT_PASSWORD, which administers etcd and belongs on none of the hosts,
# and PATRONI_ETCD3_PASSWORD, which is in each /etc/patroni_env.conf.
set -eu
export ETCDCTL_API=3 ETCDCTL_ENDPOINTS=http://app-1:2379

printf '%s' "$ETCD_ROOT_PASSWORD" | etcdctl user add root --interactive=false
printf '%s' "$PATRONI_ETCD3_PASSWORD" | etcdctl user add patroni --interactive=false
etcdctl role add patroni
etcdctl role grant-permission patroni readwrite --prefix=true /service/gavelyard/
etcdctl user grant-role patroni patroni
etcdctl user grant-role root root
etcdctl auth enable
