import { serveTasks } from '#web/worker-tasks.ts'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import { exportKeyFile } from '#features/sealing/core/key-file.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { makeRequest } from '../core/request.ts'
import type { Tasks } from './keys.ts'

const NOTE = '本文件保存数字证书的签名私钥，签名时必须使用。请妥善备份文件与口令；平台不保存，遗失后须吊销并补办证书。'

serveTasks<Tasks>({
  async makeKey({ suite, password, holder, createdAt }) {
    const pair = generateKeyPair(suite)
    const file = await exportKeyFile(pair, password, { holder, createdAt, note: NOTE })
    return { file, request: toBase64(makeRequest(pair, holder)) }
  },
})
