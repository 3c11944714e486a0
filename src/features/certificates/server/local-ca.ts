import { createHash, randomBytes } from 'node:crypto'
import { DAY } from '#contract/time.ts'
import { fromHex, toHex } from '#features/sealing/core/bytes.ts'
import { generateKeyPair, keyPairOf } from '#features/sealing/core/keys.ts'
import type { KeyPair } from '#features/sealing/core/suite-types.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { openBytes, sealBytes } from '#server/secrecy/box.ts'
import { buildCertificate, buildRevocations, type NameParts, type Reason } from '../core/build.ts'
import { NAMES } from '../core/fields.ts'
import type { Suite } from '../rules/kinds.ts'
import { DEMO_NAME } from '../rules/words.ts'
import type { Holder, Issued, ToCertify } from './authority-types.ts'

/* The authority that a platform is to itself where none is connected. */

type Any = Context<Actor | null>

const ROOT_YEARS = 20
const ISSUER_YEARS = 15
/** A list of revocations is good for a week, and made anew when somebody asks for one that is older than a day. */
const CRL_MS = 7 * DAY
const CRL_FRESH_MS = DAY
const PURPOSE = 'demonstration certificate authority'

/** Makes the tenant's authority of a suite unless there is one, and has it trusted. */
export async function makeLocalAuthority(ctx: Any, suite: Suite): Promise<void> {
  if (await ctx.one('ca_authority', { suite }, { columns: ['suite'] })) return
  const now = ctx.clock.now()
  const from = toSecond(now)
  const rootKey = generateKeyPair(suite)
  const issuerKey = generateKeyPair(suite)
  const rootName = nameOf(suite, '根')
  const until = yearsAfter(from, ROOT_YEARS)
  const root = buildCertificate({
    serial: newSerial(),
    subject: rootName,
    issuer: rootName,
    publicKey: rootKey,
    issuerKey: rootKey,
    from,
    until,
    pathLength: 1,
  })
  const issuer = buildCertificate({
    serial: newSerial(),
    subject: nameOf(suite),
    issuer: rootName,
    publicKey: issuerKey,
    issuerKey: rootKey,
    from,
    until: yearsAfter(from, ISSUER_YEARS),
    pathLength: 0,
  })
  const crlUntil = new Date(from.getTime() + CRL_MS)
  const crl = buildRevocations({ issuer: nameOf(suite), issuerKey, number: 1, from, until: crlUntil, revoked: [] })
  // Two processes may come here at once: the second takes what the first has left.
  const made = await ctx.tx
    .insertInto('ca_authority')
    .values({
      tenantId: ctx.tenantId,
      suite,
      root: Buffer.from(root),
      sealedRootKey: sealKey(ctx, `${suite}/root`, rootKey),
      issuer: Buffer.from(issuer),
      sealedIssuerKey: sealKey(ctx, `${suite}/issuer`, issuerKey),
      crl: Buffer.from(crl),
      crlNumber: 1,
      crlFrom: from,
      crlUntil,
      createdAt: now,
    })
    .onConflict((c) => c.doNothing())
    .returning('suite')
    .executeTakeFirst()
  if (!made) return
  await ctx.insert('trust_anchor', {
    id: ctx.newId(),
    name: `${DEMO_NAME}${suite === 'gm' ? ' SM2' : ''}`,
    der: Buffer.from(root),
    fingerprint: sha256(root),
    fromAt: from,
    untilAt: until,
    isDemo: true,
    createdByName: '系统',
    createdAt: now,
  })
}

/** A certificate of this authority for what was asked for. */
export async function issueLocally(ctx: Any, order: ToCertify): Promise<Issued> {
  const { suite } = order
  await makeLocalAuthority(ctx, suite)
  const { issuer, sealedIssuerKey } = await ctx.expectOne('ca_authority', { suite })
  const serial = newSerial()
  const der = buildCertificate({
    serial,
    subject: subjectOf(order.holder),
    issuer: nameOf(suite),
    publicKey: { suite, publicKey: order.publicKey },
    issuerKey: openKey(ctx, suite, sealedIssuerKey),
    from: order.from,
    until: order.until,
    crlUrl: crlAddress(ctx, suite),
  })
  return { der: Buffer.from(der), chain: [issuer] }
}

/** The list of revocations in force, DER; undefined where nothing was ever issued. It may be made anew: needs a transaction that may write. */
export async function localRevocations(ctx: Any, suite: Suite): Promise<Buffer | undefined> {
  const row = await ctx.one('ca_authority', { suite }, { columns: ['crl', 'crlFrom'] })
  if (!row) return undefined
  const isFresh = ctx.clock.now().getTime() - row.crlFrom.getTime() < CRL_FRESH_MS
  return isFresh ? row.crl : renewRevocations(ctx, suite)
}

/** Signs the list anew with what is revoked now. Nothing where there is no authority. */
export async function renewRevocations(ctx: Any, suite: Suite): Promise<Buffer | undefined> {
  const row = await ctx.one('ca_authority', { suite }, { lock: 'update' })
  if (!row) return undefined
  const rows = await ctx.tx
    .selectFrom('certificate')
    .select(['serial', 'revokedAt', 'revokeCode'])
    .where('tenantId', '=', ctx.tenantId)
    .where('suite', '=', suite)
    .where('isDemo', '=', true)
    .where('revokedAt', 'is not', null)
    .orderBy('revokedAt')
    .orderBy('serial')
    .execute()
  const from = toSecond(ctx.clock.now())
  const until = new Date(from.getTime() + CRL_MS)
  const number = row.crlNumber + 1
  const list = buildRevocations({
    issuer: nameOf(suite),
    issuerKey: openKey(ctx, suite, row.sealedIssuerKey),
    number,
    from,
    until,
    revoked: rows.map(({ serial, revokedAt, revokeCode }) => ({
      serial,
      at: revokedAt!,
      reason: revokeCode as Reason,
    })),
  })
  const crl = Buffer.from(list)
  await ctx.update('ca_authority', { suite }, { crl, crlNumber: number, crlFrom: from, crlUntil: until })
  return crl
}

/** Where everybody finds the list of a tenant's authority. */
export function crlAddress(ctx: Any, suite: Suite): string {
  const { publicUrl, host, port } = ctx.config
  return `${publicUrl || `http://${host}:${port}`}/api/ca/crl/${ctx.tenantId}/${suite}`
}

/** The name of a holder: the company by name and credit code, and whose certificate it is. */
function subjectOf({ companyName, creditCode, commonName }: Holder): NameParts {
  return [
    [NAMES.country, 'CN'],
    [NAMES.organisation, companyName],
    [NAMES.organisationId, `NTRCN-${creditCode}`],
    [NAMES.commonName, commonName],
  ]
}

function nameOf(suite: Suite, what = ''): NameParts {
  return [
    [NAMES.country, 'CN'],
    [NAMES.organisation, DEMO_NAME],
    [NAMES.commonName, `演示 CA ${what}${suite === 'gm' ? ' SM2' : ''}（不具法律效力）`.replace(/ +/g, ' ')],
  ]
}

function sealKey(ctx: Any, place: string, { privateKey }: KeyPair): Buffer {
  return sealBytes(ctx.key(PURPOSE), `${ctx.tenantId}/${place}`, fromHex(privateKey))
}

function openKey(ctx: Any, suite: Suite, sealed: Buffer): KeyPair {
  return keyPairOf(suite, toHex(openBytes(ctx.key(PURPOSE), `${ctx.tenantId}/${suite}/issuer`, sealed)))
}

/** 128 random bits, positive. */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return toHex(bytes)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function toSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000)
}

export function yearsAfter(from: Date, years: number): Date {
  const until = new Date(from)
  until.setUTCFullYear(until.getUTCFullYear() + years)
  return until
}
