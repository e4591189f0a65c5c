#!/bin/sh
# sh new-secrets.sh FOLDER [database host] [Valkey host]: makes all secrets as files. Never overwrites.
# The folder is open to its owner only. The files are readable, because containers mount them for other users.
set -eu
folder=$1
database=${2:-postgres}
valkey=${3:-valkey}
umask 077
mkdir "$folder"
cd "$folder"
random() { openssl rand -hex 32; }
raw() { tail -c 32 | base64 | tr -d '\n'; }

for name in app-secret master-key postgres-password owner-password login-password backup-password valkey-password \
  store-root-password object-store-secret metrics-token; do
  random > "$name"
done
openssl genpkey -algorithm X25519 -outform DER -out renewal.der
openssl pkey -in renewal.der -inform DER -pubout -outform DER | raw > renewal-public-key
renewal_key=$(openssl pkey -in renewal.der -inform DER -outform DER | raw)
rm renewal.der
url() { printf 'postgres://%s:%s@%s:5432/xinyu' "$1" "$(cat "$2")" "$database"; }
url xinyu_login login-password > database-url
url xinyu_owner owner-password > database-admin-url
url xinyu_backup backup-password > database-backup-url
printf 'redis://:%s@%s:6379' "$(cat valkey-password)" "$valkey" > redis-url
# A forgotten nonce would allow a replay: kept on disk, and never evicted.
printf 'requirepass %s\nappendonly yes\nsave ""\nmaxmemory 512mb\nmaxmemory-policy noeviction\n' \
  "$(cat valkey-password)" > valkey.conf
rm valkey-password
chmod 444 -- *

echo "密钥已写入 $folder；请另存一份到安全的地方，与数据库备份分开。"
echo "下面是续期私钥，只显示这一次：交给负责续期的人保存，不要放在服务器上。"
echo "RENEWAL_KEY=$renewal_key"
