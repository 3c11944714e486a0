import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { drawRow, viewOf } from '#features/draws/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract-extraction.ts'
import { DRAWER } from './bind.ts'
import { AvoidOption } from '../rules/enums.ts'
import {
  openAvoidance,
  callsOf,
  isManual,
  isRevealed,
  ownExtraction,
  rowsOf,
  oldSeedOf,
  saltOf,
} from './extraction-access.ts'

/** What the draw can be recomputed from. */
export const proofRoutes: readonly Route[] = [
  implement(c.drawProof, DRAWER, async (ctx, { params }) => {
    const row = await ownExtraction(ctx, params.extractionId)
    if ((row.frozenAt === null && row.drawnAt === null) || isManual(row)) throw new AppError('wrongState', '尚未抽取')
    const revealed = await isRevealed(ctx, row)
    const pool = await ctx.tx
      .selectFrom('expert_pool as p')
      .innerJoin('expert as e', (j) => j.onRef('e.tenantId', '=', 'p.tenantId').onRef('e.id', '=', 'p.expertId'))
      .select(['p.rowNo', 'p.token', 'p.expertId', 'e.name'])
      .where('p.tenantId', '=', ctx.tenantId)
      .where('p.extractionId', '=', row.id)
      .where('p.excluded', '=', '')
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
      .where(sql<string>`body->>'action'`, 'in', ['extraction.create', 'extraction.freeze', 'extraction.draw'])
      .orderBy('at')
      .execute()
    const steps = await drawRow(ctx, row.id)
    return {
      code: row.code,
      title: row.title,
      saltHash: row.saltHash.toString('hex'),
      steps: steps ? await viewOf(ctx, steps) : null,
      bySeed: steps
        ? null
        : { seedHash: row.seedHash.toString('hex'), seed: oldSeedOf(ctx, row.id), nonce: row.nonce ?? '' },
      poolHash: row.poolHash?.toString('hex') ?? '',
      inOrder: !openAvoidance(ctx, row).options.includes(AvoidOption.values.sameEmployer),
      committedAt: row.createdAt.toISOString(),
      drawnAt: row.drawnAt?.toISOString() ?? null,
      salt: revealed ? saltOf(ctx, row.id) : null,
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
