#!/bin/sh
# Makes the bucket and an access key that may read, write and delete in it, and nothing else. Safe to run again.
set -eu
export MC_CONFIG_DIR=/tmp/mc
mc alias set store http://store:9000 root "$(cat /run/secrets/store-root-password)" > /dev/null
mc mb --ignore-existing store/xinyu
# What browsers sent and nobody attached.
mc ilm rule ls store/xinyu > /dev/null 2>&1 || mc ilm rule add --prefix incoming/ --expire-days 1 store/xinyu
mc admin user add store xinyu "$(cat /run/secrets/object-store-secret)"
mc admin policy create store xinyu /policy.json
mc admin policy attach store xinyu --user xinyu 2> /dev/null || true
