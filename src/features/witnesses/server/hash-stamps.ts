import type { HeadStamp } from '#features/sealing/core/head-stamp.ts'
import { fromHex, toBase64 } from '#features/sealing/core/bytes.ts'
import { inContext } from '#server/context.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import { NULL } from '#server/database/records.ts'
import type { Any } from './policy.ts'
import { configuredIssuers, knownLocalCertificate, timeStamp } from './time-stamp.ts'

const HASH_STAMP = 'witnesses.hash-stamp'

/** Has a SHA-256 (hex) time-stamped after the commit, once. */
export async function stampHash(ctx: Any, hash: string): Promise<void> {
  const id = ctx.newId()
  const { numInsertedOrUpdatedRows } = await ctx.tx
    .insertInto('hash_time_stamp')
    .values({ tenantId: ctx.tenantId, id, hash: Buffer.from(hash, 'hex'), askedAt: ctx.clock.now() })
    .onConflict((c) => c.columns(['tenantId', 'hash']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) await enqueue(ctx, HASH_STAMP, id)
}

/** The time-stamp of a hash (hex), with the certificates that it must lead up to; undefined while there is none. */
export async function stampOfHash(ctx: Any, hash: string): Promise<HeadStamp | undefined> {
  const row = await ctx.one('hash_time_stamp', { hash: Buffer.from(hash, 'hex') }, { columns: ['token', 'isLocal'] })
  if (!row?.token) return undefined
  const isLocal = row.isLocal === true
  return { token: toBase64(row.token), isLocal, issuers: (await issuersOf(ctx, isLocal)).map(toBase64) }
}

/** Certificates (base64 of DER) that time-stamps of the tenant lead up to, its own authority's included once it has one. */
export async function timeAuthorities(ctx: Any): Promise<string[]> {
  return [...(await issuersOf(ctx, false)), ...(await issuersOf(ctx, true))].map(toBase64)
}

async function issuersOf(ctx: Any, isLocal: boolean): Promise<Uint8Array[]> {
  if (!isLocal) return configuredIssuers()
  const own = await knownLocalCertificate(ctx)
  return own ? [new Uint8Array(own)] : []
}

/** Asks the authority; one that does not answer is asked again. */
export const hashStampWorker: Worker = {
  kind: HASH_STAMP,
  async run(kernel, { tenantId, subject, signal }) {
    const row = await inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, (ctx) =>
      ctx.one('hash_time_stamp', { id: subject, token: NULL }, { columns: ['hash'] }),
    )
    if (!row) return
    const { token, at, authority, isLocal } = await timeStamp(kernel, {
      tenantId,
      what: { sha256: fromHex(row.hash.toString('hex')) },
      signal,
    })
    await inContext(kernel, { tenantId, actor: null }, (ctx) =>
      ctx.update('hash_time_stamp', { id: subject, token: NULL }, { token, at, authority, isLocal }),
    )
  },
}
