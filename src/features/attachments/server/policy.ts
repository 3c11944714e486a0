import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { type Config, deriveKey } from '#server/config.ts'
import { FORM_POLICIES, POLICY_MS } from '../rules.ts'

/** What a form may bring, and in whose name. Travels through the browser, signed. */
const Policy = z.object({
  /** One policy, one file. */
  id: Id,
  use: z.enum(['attachment', 'resource']),
  tenantId: z.number().int(),
  /** Void when the person's session ends. */
  sessionId: Id,
  userId: Id,
  companyId: Id.nullable(),
  groupId: Id.nullable(),
  /** Bytes. */
  maxSize: z.number().int(),
  types: z.array(z.string()),
  /** Ms. */
  expiresAt: z.number().int(),
})
export type Policy = z.output<typeof Policy>

type Keyed = Pick<Config, 'secret'>

/** Fields of the form. */
export function signPolicy(
  config: Keyed,
  asked: Pick<Policy, 'id' | 'use' | 'tenantId' | 'sessionId' | 'userId' | 'companyId' | 'groupId'> & {
    size?: number | undefined
  },
  now: number,
): { fields: { policy: string; signature: string }; policy: Policy } {
  const { size, ...who } = asked
  const { maxSize, types } = FORM_POLICIES[who.use]
  const policy: Policy = { ...who, maxSize: size ?? maxSize, types: [...types], expiresAt: now + POLICY_MS }
  const text = Buffer.from(JSON.stringify(policy)).toString('base64url')
  return { fields: { policy: text, signature: signatureOf(config, text).toString('hex') }, policy }
}

/**
 * The policy that a form carries. Throws `tampered` when it is not ours as it was, `tooLate` when it has expired,
 * `notFound` when it was given for something else.
 */
export function readPolicy(
  config: Keyed,
  fields: { policy: string; signature: string },
  { use, now }: { use: Policy['use']; now: number },
): Policy {
  const given = Buffer.from(fields.signature, 'hex')
  const right = signatureOf(config, fields.policy)
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new AppError('tampered', '上传凭证校验不通过，请重新上传')
  const policy = Policy.parse(JSON.parse(Buffer.from(fields.policy, 'base64url').toString()))
  if (policy.expiresAt <= now) throw new AppError('tooLate', '上传凭证已过期，请重新上传')
  if (policy.use !== use) throw new AppError('notFound')
  return policy
}

function signatureOf(config: Keyed, text: string): Buffer {
  return createHmac('sha256', deriveKey(config, 'attachment upload policy')).update(text).digest()
}
