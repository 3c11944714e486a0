import { createPublicKey, type KeyObject } from 'node:crypto'
import { DAY, formatDate } from '#contract/time.ts'
import { deriveKey } from '#server/config.ts'
import type { Kernel } from '#server/context.ts'
import { type Letter, LETTER_FEES, LETTER_TYPE } from '../../rules/letter.ts'
import { keyOfSeed, makeCertificate, makeDocument } from './document.ts'
import type { GuaranteeIssuer } from './guarantee-issuer.ts'

type Of = Pick<Kernel, 'config' | 'clock'>

/** Issues at once what is asked of it, with keys of the platform itself: its screens say 模拟. */
export function localIssuer({ config, clock }: Of): GuaranteeIssuer {
  return {
    isLocal: true,
    issue: ({ form, number, extends: before, neededUntil, ...asked }) => {
      const now = clock.now()
      const letter: Letter = {
        type: LETTER_TYPE,
        number,
        form,
        issuer: LETTER_FEES[form].issuer,
        ...asked,
        currency: 'CNY',
        validFrom: formatDate(now),
        validUntil: neededUntil,
        terms: '见索即付，不可撤销',
        issuedAt: now.toISOString(),
        extends: before,
      }
      return Promise.resolve(signLetter({ config, clock }, letter))
    },
  }
}

/** A document of the local issuers; `notAfter`: the end of their certificate. */
export function signLetter({ config, clock }: Of, letter: Letter, notAfter?: Date): string {
  const key = keyOfSeed(deriveKey(config, 'guarantee issuer'))
  const now = clock.now().getTime()
  const certificate = makeCertificate(
    {
      issuer: letter.issuer,
      publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
      notBefore: new Date(now - 30 * DAY).toISOString(),
      notAfter: (notAfter ?? new Date(now + 365 * DAY)).toISOString(),
    },
    keyOfSeed(deriveKey(config, 'guarantee root')),
  )
  return makeDocument(letter, key, certificate)
}

/** The roots that letters are trusted by: in production none yet. */
export function trustedRoots({ config }: Pick<Kernel, 'config'>): KeyObject[] {
  return config.mode === 'production' ? [] : [createPublicKey(keyOfSeed(deriveKey(config, 'guarantee root')))]
}
