import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract-extraction.ts'
import { DRAWER } from './bind.ts'
import { AvoidOption } from '../rules/enums.ts'
import { openAvoidance, callsOf, isManual, isRevealed, ownExtraction, rowsOf, secretsOf } from './extraction-access.ts'

/** What the draw can be recomputed from. */
export const proofRoutes: readonly Route[] = [
  implement(c.drawProof, DRAWER, async (ctx, { params }) => {
    const row = await ownExtraction(ctx, params.extractionId)
    if (row.drawnAt === null || isManual(row)) throw new AppError('wrongState', '尚未抽取')
    const revealed = await isRevealed(ctx, row)
    const pool = await ctx.tx
      .selectFrom('expert_pool as p')
      .innerJoin('expert as e', (j) => j.onRef('e.tenantId', '=', 'p.tenantId').onRef('e.id', '=', 'p.expertId'))
      .select(['p.rowNo', 'p.token', 'p.expertId', 'e.name'])
      .where('p.tenantId', '=', ctx.tenantId)
      .where('p.extractionId', '=', row.id)
      .where('p.rank', 'is not', null)
      .orderBy('p.rowNo')
      .orderBy('p.rank')
      .execute()
    const calls = await callsOf(ctx, row.id)
    const entries = await ctx.tx
      .selectFrom('audit_entry')
      .select(['seq', 'at', 'hash', sql<string>`body->>'action'`.as('action')])
      .where('tenantId', '=', ctx.tenantId)
      .where(sql<string>`body->>'entity'`, '=', 'expert-extraction')
      .where(sql<string>`body->>'entityId'`, '=', row.id)
      .where(sql<string>`body->>'action'`, 'in', ['extraction.create', 'extraction.draw'])
      .orderBy('at')
      .execute()
    const { seed, salt } = secretsOf(ctx, row.id)
    return {
      code: row.code,
      title: row.title,
      seedHash: row.seedHash.toString('hex'),
      saltHash: row.saltHash.toString('hex'),
      seed,
      nonce: row.nonce ?? '',
      poolHash: row.poolHash?.toString('hex') ?? '',
      inOrder: !openAvoidance(ctx, row).options.includes(AvoidOption.values.sameEmployer),
      committedAt: row.createdAt.toISOString(),
      drawnAt: row.drawnAt.toISOString(),
      salt: revealed ? salt : null,
      rows: rowsOf(row).map(({ rowNo, number }) => {
        const people = pool.filter((p) => p.rowNo === rowNo)
        return {
          rowNo,
          number,
          tokens: people.map((p) => p.token),
          called: calls.filter((call) => call.rowNo === rowNo).map((call) => call.token),
          people: revealed ? people.map((p) => ({ token: p.token, expertId: p.expertId, name: p.name })) : [],
        }
      }),
      records: entries.map((entry) => ({
        // A place in the tenant's chain tells how much happened: not while bids are coming in.
        seq: revealed ? entry.seq : null,
        at: entry.at!.toISOString(),
        action: entry.action,
        hash: entry.hash?.toString('hex') ?? null,
      })),
    }
  }),
]
