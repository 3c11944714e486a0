import { check, type Check, demand, given } from '#features/sealing/core/check.ts'
import { type KeyFile, readKeyFile } from '#features/sealing/core/key-file.ts'
import { fingerprint } from '#features/sealing/core/keys.ts'
import type { Gathered } from './gather.ts'

/**
 * A bidder's key file: whole in what can be read without its password, and the key that the sealed files at hand were sealed to.
 * The password is not asked for, and the private key not opened.
 */
export async function keyFileChecks(file: KeyFile, { sealed, headers }: Gathered): Promise<Check[]> {
  const recipients = [...sealed.map(({ header }) => header), ...[...headers.values()].flat()].map(
    (one) => one.recipient,
  )
  return [
    await check('key-file', '密钥文件', () => {
      const { suite, publicKey, holder, fingerprint: print } = readKeyFile(file)
      demand(fingerprint({ suite, publicKey }) === print, '公钥与指纹不一致，文件已损坏或被改动')
      return `${holder}，指纹 ${print.slice(0, 16)}…；口令未要求输入，私钥未打开`
    }),
    await check('key-file-bids', '密钥与密文相符', () => {
      const known = given(recipients.length > 0 ? recipients : null, '未提供密文（.kbe），无法核对')
      const own = known.filter((one) => one === file.fingerprint).length
      demand(own > 0, `${known.length} 个密文都不是用这个密钥封存的`)
      return `${own} 个密文是用这个密钥封存的`
    }),
  ]
}
