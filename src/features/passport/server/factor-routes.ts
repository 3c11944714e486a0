import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { type Caller, implementForPerson, implementPublic, type Input } from '#server/implement.ts'
import * as c from '../contract-factors.ts'
import * as resets from './factor-resets.ts'
import * as factors from './factors.ts'
import { assertionOptions, registrationOptions, storePasskey } from './passkeys.ts'
import { preparePasswordCheck, verifyPassword } from './password-check.ts'

/** Open to who has logged in but not shown the second factor yet. */
const BEFORE = { beforeFactor: true } as const
const ADDING = { ...BEFORE, prepare: prepareBegin }
const PLATFORM = { workbench: 'admin', right: 'platform' } as const

export const factorRoutes = [
  implementForPerson(c.ownFactors, BEFORE, factors.listFactors),
  implementForPerson(c.beginTotp, ADDING, async (ctx, { prepared }) =>
    factors.startTotp(ctx, await isProven(ctx, prepared)),
  ),
  implementForPerson(c.confirmTotp, BEFORE, factors.finishTotp),
  implementForPerson(c.beginPasskey, ADDING, async (ctx, { prepared, raw }) => {
    await factors.demandMayAdd(ctx, await isProven(ctx, prepared))
    return registrationOptions(ctx, raw.request)
  }),
  implementForPerson(c.addPasskey, BEFORE, async (ctx, input) => {
    await storePasskey(ctx, input)
    return factors.added(ctx, { kind: 'passkey', name: input.body.name, raw: input.raw })
  }),
  implementForPerson(c.renameFactor, {}, (ctx, { params, body }) => factors.rename(ctx, params.factorId, body.name)),
  implementForPerson(c.removeFactor, {}, (ctx, { params }) => factors.remove(ctx, params.factorId)),
  implementForPerson(c.renewRecoveryCodes, {}, factors.replaceCodes),
  implementForPerson(c.provePasskey, BEFORE, (ctx, { raw }) =>
    assertionOptions(ctx, { purpose: 'prove', request: raw.request }),
  ),
  implementForPerson(c.proveFactor, BEFORE, factors.prove),
  implementPublic(c.passkeyLogin, {}, (ctx, { raw }) =>
    assertionOptions(ctx, { purpose: 'login', request: raw.request }),
  ),
  implementForPerson(c.stopReset, {}, resets.stop),
  implementForPerson(c.askReset, PLATFORM, (ctx, { body }) => resets.begin(ctx, body)),
  implementForPerson(c.resets, PLATFORM, resets.list),
]

/** The password is looked at where one was given. */
async function prepareBegin(kernel: Kernel, input: Input<unknown, unknown, unknown>, caller: Caller): Promise<unknown> {
  const { password } = input.body as { password?: string }
  return password === undefined ? null : preparePasswordCheck(kernel, input, caller)
}

async function isProven(ctx: Context<Actor>, prepared: unknown): Promise<boolean> {
  if (prepared === null) return false
  await verifyPassword(ctx, prepared)
  return true
}
