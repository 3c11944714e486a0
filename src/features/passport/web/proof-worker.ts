import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { serveTasks } from '#web/worker-tasks.ts'
import type { Tasks } from './proof.ts'

/** Work that would stop the page: tries every `step`th counter from `start` on. */
serveTasks<Tasks>({
  async solve({ challenge, start, step }) {
    const found = await solveChallenge({
      challenge: challenge as Challenge,
      counterStart: start,
      counterStep: step,
      deriveKey: 'subtle' in crypto ? deriveKey : slowly,
    })
    return found && { counter: found.counter, derivedKey: found.derivedKey }
  },
})

/** Where pages come without TLS, browsers keep their own implementation back. */
const slowly: DeriveKeyFunction = ({ cost, keyLength }, salt, password) =>
  Promise.resolve({ derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) })
