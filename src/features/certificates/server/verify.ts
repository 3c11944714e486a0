import { createHash } from 'node:crypto'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Anchor, Judged, ListPlace, Question, Usage } from '../core/judge.ts'
import { fetchLimited } from './outgoing.ts'
import { judgeCertificate, revocationPlaces } from '../core/judge.ts'
import { MOST_CRL, readRevocations } from '../core/crl.ts'
import { readStrange, serialOf } from '../core/fields.ts'
import { fromPem } from '../core/der.ts'

type Any = Context<Actor | null>

export interface ToVerify {
  /** When its key was used; now, for what happens now. */
  at: Date
  /** 统一社会信用代码 of the company that it must be of. */
  companyCode?: string
  /** `signature` where nothing is said. */
  usage?: Usage
  /** Certificates that may stand between it and a trusted one, DER; those of the demonstration's authority are known. */
  between?: readonly Uint8Array[]
  /** Lists of revocations that were kept with a signature, DER. */
  keptCrls?: readonly Uint8Array[]
}

/** Of a list that nobody could get, whoever needs it next learns at once that it is not there. */
const UNREACHABLE_MS = 60_000
const unreachable = new Map<string, number>()

/**
 * What a certificate (DER) is worth: see `judgeCertificate`. It asks nobody outside: lists of revocations of other authorities
 * must lie at hand (`fetchRevocations`, outside of transactions), without one in force the verdict is `unknown`.
 */
export async function verifyCertificate(ctx: Any, der: Uint8Array, asked: ToVerify): Promise<Judged> {
  const { between = [] } = asked
  const known = { anchors: await anchorsOf(ctx), between: [...between, ...(await ownIssuers(ctx))] }
  const question = { ...asked, ...known, der, now: ctx.clock.now(), own: ownRevocations(ctx) }
  return judgeCertificate({ ...question, crls: await listsAtHand(ctx, await revocationPlaces(question)) })
}

/**
 * Fetches the lists of revocations that judging these certificates takes, unless those at hand are in force. Only addresses
 * that a trusted authority has signed, or the platform has given, are asked. To be called outside of transactions, before
 * `verifyCertificate`; what cannot be fetched is left out.
 */
export async function fetchRevocations(
  kernel: Kernel,
  tenantId: number,
  asked: readonly { der: Uint8Array; between?: readonly Uint8Array[] }[],
): Promise<void> {
  const missing = await inContext(kernel, { tenantId, actor: null, readOnly: true }, async (ctx) => {
    const anchors = await anchorsOf(ctx)
    const ours = await ownIssuers(ctx)
    const placesOf = ({ der, between = [] }: (typeof asked)[number]) =>
      revocationPlaces({ der, anchors, between: [...between, ...ours] })
    const places = (await Promise.all(asked.map(placesOf))).flat()
    const lists = await cachedLists(ctx, places)
    return places.filter(({ url, issuer }) => {
      const print = sha256(issuer)
      const isOurs = ours.some((one) => one.equals(issuer))
      return !isOurs && !lists.some((list) => list.url === url && list.issuer.equals(print))
    })
  })
  const once = new Map(missing.map((place) => [`${place.url} ${sha256(place.issuer).toString('hex')}`, place]))
  await Promise.all([...once.values()].map((place) => fetchOne(kernel, tenantId, place).catch(logged(kernel, place))))
}

function logged(kernel: Kernel, { url }: ListPlace) {
  return (error: unknown) => kernel.log.warn({ err: error, url }, 'a list of revocations could not be fetched')
}

async function fetchOne(kernel: Kernel, tenantId: number, { url, issuer }: ListPlace): Promise<void> {
  const place = `${tenantId} ${url}`
  if (!/^https?:\/\//.test(url) || (unreachable.get(place) ?? 0) > performance.now()) return
  try {
    const { status, bytes } = await fetchLimited(url, { most: MOST_CRL })
    if (status !== 200) throw new Error(`answered ${status}`)
    const der = Buffer.from(fromPem(bytes, 'X509 CRL'))
    const list = await readRevocations(der, readStrange(issuer))
    await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
      const row = { der, fromAt: list.from, untilAt: list.until, fetchedAt: ctx.clock.now() }
      await ctx.tx
        .insertInto('crl_cache')
        .values({ tenantId, url, issuer: sha256(issuer), ...row })
        .onConflict((c) =>
          c
            .columns(['tenantId', 'url', 'issuer'])
            .doUpdateSet(row)
            // An older one, sent once more, takes nobody's revocation back.
            .where('crl_cache.fromAt', '<=', list.from),
        )
        .execute()
    })
  } catch (error) {
    if (unreachable.size > 1000) unreachable.clear()
    unreachable.set(place, performance.now() + UNREACHABLE_MS)
    throw error
  }
}

async function anchorsOf(ctx: Any): Promise<Anchor[]> {
  const rows = await ctx.tx.selectFrom('trust_anchor').selectAll().where('tenantId', '=', ctx.tenantId).execute()
  return rows.map(({ der, name, fromAt, untilAt, crlUrl, isDemo }) => ({
    der: new Uint8Array(der),
    name,
    from: fromAt,
    until: untilAt,
    crlUrl,
    isDemo,
  }))
}

async function listsAtHand(ctx: Any, places: readonly ListPlace[]): Promise<Buffer[]> {
  return (await cachedLists(ctx, places)).map(({ der }) => der)
}

/** Of these places the lists that are in force. */
async function cachedLists(ctx: Any, places: readonly ListPlace[]) {
  if (places.length === 0) return []
  const rows = await ctx.many('crl_cache', { url: places.map(({ url }) => url) })
  const now = ctx.clock.now()
  return rows.filter(({ untilAt }) => untilAt > now)
}

async function ownIssuers(ctx: Any): Promise<Buffer[]> {
  const rows = await ctx.tx.selectFrom('ca_authority').select('issuer').where('tenantId', '=', ctx.tenantId).execute()
  return rows.map(({ issuer }) => issuer)
}

/** What our own records say: of certificates that were issued here, and of all of the demonstration's authority. */
function ownRevocations(ctx: Any): NonNullable<Question['own']> {
  return async (issuer, cert) => {
    const row = await ctx.tx
      .selectFrom('certificate')
      .select(['revokedAt', 'isDemo'])
      .where('tenantId', '=', ctx.tenantId)
      .where('serial', '=', serialOf(cert))
      .where('der', '=', Buffer.from(cert.der))
      .executeTakeFirst()
    if (row?.revokedAt) return { at: row.revokedAt }
    // Of another authority, which may have revoked it by itself, its list is asked.
    if (!row?.isDemo) return undefined
    return (await ownIssuers(ctx)).some((one) => one.equals(issuer)) ? null : undefined
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
