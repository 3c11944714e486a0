import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Input } from '#server/implement.ts'
import { PASSKEY_SECONDS } from '../rules.ts'
import { accountOf } from './numbers.ts'

type Ctx = Context<Actor | null>
type Purpose = 'add' | 'prove' | 'login'
/** Of COSE: EdDSA, ES256, RS256. What the library adds to them is still an experiment of Node. */
const ALGORITHMS = [-8, -7, -257]

/** It brings two hundred modules along: read when the first passkey is asked for. */
const library = () => import('@simplewebauthn/server')

type Options = Promise<{ options: Record<string, unknown> }>

/** What the browser needs to make a passkey: found by the device itself, opened by finger, face or PIN. */
export async function registrationOptions(ctx: Context<Actor>, request: FastifyRequest): Options {
  const { userId } = ctx.actor
  const user = await ctx.expectOne('app_user', { id: userId }, { columns: ['id', 'account', 'mobile', 'nickname'] })
  const tenant = await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['name'] })
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: tenant.name,
    rpID: placeOf(ctx.config, request).rpId,
    userName: accountOf(ctx, user),
    userDisplayName: user.nickname,
    userID: new Uint8Array(Buffer.from(userId)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await credentialsOf(ctx, userId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(ctx, { challenge: options.challenge, purpose: 'add', userId })
  return { options: { ...options } }
}

/** Stores the passkey that was made. Throws `credentials` for an answer that is not one to our question. */
export async function storePasskey(
  ctx: Context<Actor>,
  { body, raw }: Input<unknown, unknown, { name: string; response: unknown }>,
): Promise<void> {
  const { origin, rpId } = placeOf(ctx.config, raw.request)
  const response = body.response as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(ctx, { challenge, purpose: 'add', userId: ctx.actor.userId }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!registrationInfo) return refuse()
  const { credential } = registrationInfo
  const now = ctx.clock.now()
  await ctx.insert('second_factor', {
    id: ctx.newId(),
    userId: ctx.actor.userId,
    kind: 'passkey',
    name: body.name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    createdAt: now,
    confirmedAt: now,
  })
}

/** What the browser needs to show a passkey: one of the person's, or any where nobody is known yet. */
export async function assertionOptions(
  ctx: Ctx,
  { purpose, request }: { purpose: 'prove' | 'login'; request: FastifyRequest },
): Options {
  const userId = purpose === 'prove' ? ctx.actor!.userId : null
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: placeOf(ctx.config, request).rpId,
    allowCredentials: userId === null ? [] : await credentialsOf(ctx, userId),
    userVerification: 'required',
  })
  await keepChallenge(ctx, { challenge: options.challenge, purpose, userId })
  return { options: { ...options } }
}

/** Whose passkey was shown. Throws `credentials` when it is unknown, its answer wrong, or a counter went back. */
export async function passkeyShown(
  ctx: Ctx,
  shown: { purpose: 'prove' | 'login'; response: unknown; request: FastifyRequest },
): Promise<{ userId: string }> {
  const response = shown.response as AuthenticationResponseJSON
  const row = await ctx.one('second_factor', { credentialId: response.id }, { lock: 'update' })
  if (!row) return refuse()
  const userId = shown.purpose === 'prove' ? ctx.actor!.userId : null
  const { origin, rpId } = placeOf(ctx.config, shown.request)
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(ctx, { challenge, purpose: shown.purpose, userId }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: row.credentialId!,
      publicKey: new Uint8Array(row.publicKey!),
      counter: row.signCount,
      transports: row.transports,
    },
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) return refuse()
  await ctx.update(
    'second_factor',
    { id: row.id },
    { signCount: authenticationInfo.newCounter, lastUsedAt: ctx.clock.now() },
  )
  return { userId: row.userId }
}

/** The library says in English what was wrong; people read that it did not work. */
function refuse(): never {
  throw new AppError('credentials', '通行密钥验证未通过，请重试')
}

function credentialsOf(ctx: Ctx, userId: string) {
  return ctx.tx
    .selectFrom('second_factor')
    .select(['credentialId as id', 'transports'])
    .where('userId', '=', userId)
    .where('kind', '=', 'passkey')
    .$narrowType<{ id: string }>()
    .execute()
}

interface Question {
  challenge: string
  purpose: Purpose
  userId: string | null
}

async function keepChallenge(ctx: Ctx, { challenge, purpose, userId }: Question): Promise<void> {
  const now = ctx.clock.now()
  await ctx.tx.deleteFrom('passkey_challenge').where('expiresAt', '<', now).execute()
  await ctx.insert('passkey_challenge', {
    challenge,
    purpose,
    userId,
    expiresAt: new Date(now.getTime() + PASSKEY_SECONDS * 1000),
  })
}

/** Whether we asked this, of this person and for this; it is answered by that. */
async function takeChallenge(ctx: Ctx, { challenge, purpose, userId }: Question): Promise<boolean> {
  const row = await ctx.tx
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('userId', 'is not distinct from', userId)
    .returning('expiresAt')
    .executeTakeFirst()
  return row !== undefined && row.expiresAt > ctx.clock.now()
}

/** Passkeys belong to the address that people use: what is configured, else where the request came to. */
function placeOf({ publicUrl }: Config, request: FastifyRequest): { origin: string; rpId: string } {
  const configured = publicUrl === '' ? null : new URL(publicUrl)
  // A tenant may have an address of its own.
  if (configured && configured.hostname === request.hostname)
    return { origin: configured.origin, rpId: configured.hostname }
  const protocol = configured?.protocol ?? `${request.protocol}:`
  return { origin: `${protocol}//${request.host}`, rpId: request.hostname }
}
