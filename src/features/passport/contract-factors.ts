import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'

export const FACTOR_KINDS = { totp: '验证器', passkey: '通行密钥' } as const

const Name = z.string().trim().min(1, '请填写名称').max(40, '名称不能超过40个字')
const Totp = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入6位动态码')
/** What `navigator.credentials` gave, as the browser half of SimpleWebAuthn encodes it. */
export const PasskeyResponse = z
  .looseObject({ id: z.string().max(2000), type: z.literal('public-key') })
  .refine((response) => JSON.stringify(response).length < 20_000, '通行密钥数据过长')
const PasskeyOptions = z.object({ options: z.looseObject({}) })
/** Codes to keep, shown this once; none where the person has them already. */
const NewCodes = z.object({ recoveryCodes: z.array(z.string()) })
/** Asked for where the log-in was a while ago and there is no second factor yet. */
const Begin = z.object({ password: z.string().max(200).optional() })
const one = z.object({ factorId: Id })

export const ownFactors = endpoint({
  method: 'GET',
  path: '/users/oneself/factors',
  summary: 'The own second factors, and whether one has to be set up or shown before going on',
  returns: z.object({
    factors: z.array(
      z.object({
        factorId: Id,
        kind: z.enum(['totp', 'passkey']),
        name: z.string(),
        createdAt: Instant,
        lastUsedAt: Instant.nullable(),
      }),
    ),
    recoveryCodesLeft: z.number().int(),
    /** This tenant asks for one from this person. */
    isRequired: z.boolean(),
    /** Nothing else can be done in this session before one is shown or set up. */
    isDue: z.boolean(),
    /** The platform was asked to remove lost factors, and does so then. */
    resetDueAt: Instant.nullable(),
  }),
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/users/oneself/factors/totp',
  summary: 'Begin to set up an authenticator app; counts once a code of it was shown',
  body: Begin,
  returns: z.object({ factorId: Id, secret: z.string().describe('base32'), uri: z.string(), svg: z.string() }),
  errors: ['stepUp', 'credentials', 'locked'],
  once: false,
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/users/oneself/factors/totp/{factorId}/confirm',
  summary: 'Finish setting up an authenticator app with its first code',
  params: one,
  body: z.object({ code: Totp, name: Name }),
  returns: NewCodes,
  errors: ['credentials', 'locked'],
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/users/oneself/factors/passkey/options',
  summary: 'What the browser needs to make a passkey',
  body: Begin,
  returns: PasskeyOptions,
  errors: ['stepUp', 'credentials', 'locked'],
  once: false,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/oneself/factors/passkey',
  summary: 'Add the passkey that was made',
  body: z.object({ name: Name, response: PasskeyResponse }),
  returns: NewCodes,
  errors: ['credentials'],
})

export const renameFactor = endpoint({
  method: 'PATCH',
  path: '/users/oneself/factors/{factorId}',
  summary: 'Rename an own second factor',
  params: one,
  body: z.object({ name: Name }),
})

export const removeFactor = endpoint({
  method: 'DELETE',
  path: '/users/oneself/factors/{factorId}',
  summary: 'Remove an own second factor; one must have been shown within the last minutes',
  params: one,
  errors: ['stepUp'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/oneself/recovery-codes',
  summary: 'New recovery codes; those before are void',
  returns: NewCodes,
  errors: ['stepUp', 'wrongState'],
})

export const provePasskey = endpoint({
  method: 'POST',
  path: '/users/oneself/factors/prove/options',
  summary: 'What the browser needs to show an own passkey',
  returns: PasskeyOptions,
  once: false,
})

export const proveFactor = endpoint({
  method: 'POST',
  path: '/users/oneself/factors/prove',
  summary: 'Show a second factor in this session: a code of an app, a passkey, or a recovery code, which is then spent',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('totp'), code: Totp }),
    z.object({ kind: z.literal('recovery'), code: z.string().trim().min(1, '请输入恢复码').max(20) }),
    z.object({ kind: z.literal('passkey'), response: PasskeyResponse }),
  ]),
  errors: ['credentials', 'locked'],
  once: false,
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/passport/passkey/options',
  summary: 'What the browser needs to log in by a passkey alone',
  returns: PasskeyOptions,
  once: false,
})

export const stopReset = endpoint({
  method: 'DELETE',
  path: '/users/oneself/factor-reset',
  summary: 'Object to the removal of the own second factors',
})

export const askReset = endpoint({
  method: 'POST',
  path: '/admin/factor-resets',
  summary: 'Remove the lost second factors of somebody after a cooling-off period of which they are told',
  body: z.object({
    account: z.string().trim().min(1, '请输入账号或手机号码').max(60),
    reason: z.string().trim().min(2, '请填写原因及核实身份的方式').max(500),
  }),
  returns: z.object({ dueAt: Instant }),
  errors: ['wrongState', 'conflict'],
})

export const resets = endpoint({
  method: 'GET',
  path: '/admin/factor-resets',
  summary: 'Removals of lost second factors, newest first, at most 100',
  returns: z.array(
    z.object({
      resetId: Id,
      name: z.string(),
      account: z.string(),
      reason: z.string(),
      askedAt: Instant,
      dueAt: Instant,
      status: z.enum(['waiting', 'done', 'stopped']),
    }),
  ),
})
