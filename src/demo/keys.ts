import { createHash } from 'node:crypto'
import { exportKeyFile } from '#features/sealing/core/key-file.ts'
import { keyPairOf } from '#features/sealing/core/keys.ts'
import type { KeyPair, SuiteName } from '#features/sealing/core/suite-types.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'

/** The bid key of a demonstration supplier: the same on every machine, and therefore good for nothing but demonstration. */
export function demoKey(account: Account, suite: SuiteName): KeyPair {
  const seed = createHash('sha256').update(`kaibiao demonstration key ${account} ${suite}`).digest('hex')
  return keyPairOf(suite, seed)
}

/** The same key as a file under the demonstration password, as a bidder would keep it. */
export function demoKeyFile(account: Account, suite: SuiteName): ReturnType<typeof exportKeyFile> {
  return exportKeyFile(demoKey(account, suite), PASSWORD, {
    holder: PEOPLE[account].name,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
}
