import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { ACCOUNT_KINDS, type AccountKind, CNY } from '#features/ledger/rules/accounts.ts'
import { reverse } from '#features/ledger/server/public.ts'
import { inboxOf, notify, platformPeople } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/correction.ts'
import { CORRECTABLE, WAY_BACK } from '../rules/corrections.ts'
import { PROVIDER_LABELS, type ProviderCode } from '../rules/enums.ts'
import { POSTING_LABELS } from '../rules/words.ts'
import { PLATFORM } from './access.ts'
import { reopenDifference } from './differences.ts'
import { decided } from './second-person.ts'
import { DESK } from './topics.ts'

type Ctx = Context<Actor>
const PROPOSED_EVENT = 'payment.correction'
const CORRECTED_EVENT = 'payment.corrected'
const PAGE = '/admin/finance/journals'

/** Journals, and how one that is wrong is undone: proposed by one person of the platform, agreed to by another. */
export const correctionRoutes: readonly Route[] = [
  implementForPerson(contract.journalPage, PLATFORM, async (ctx, { query }) => {
    const { keyword } = query
    const all = () =>
      ctx.tx
        .selectFrom('ledger_journal as j')
        .leftJoin('correction as c', (join) =>
          join.onRef('c.tenantId', '=', 'j.tenantId').onRef('c.journalId', '=', 'j.id').on('c.state', '<>', 'refused'),
        )
        .where('j.tenantId', '=', ctx.tenantId)
        .where('j.kind', 'not like', 'budget.%')
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'j',
        keys: ['at', 'id'],
        rows: () => all().$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['j.memo', 'j.key', 'j.subject']))),
      },
      tabs: {
        all: sql<boolean>`true`,
        proposed: sql<boolean>`c.state = 'proposed'`,
        approved: sql<boolean>`c.state = 'approved'`,
      },
      tab: query.state || 'all',
      show: (rows) =>
        all()
          .innerJoin(rows, 'page.id', 'j.id')
          .selectAll('j')
          .select([
            'c.id as correctionId',
            'c.state',
            'c.reason',
            'c.proposedBy',
            'c.proposedByName',
            'c.decidedByName',
          ]),
    })
    const lines = await linesOf(
      ctx,
      page.rows.map(({ id }) => id),
    )
    return {
      ...page,
      rows: page.rows.map((row) => {
        const own = lines.filter(({ journalId }) => journalId === row.id)
        return {
          journalId: row.id,
          key: row.key,
          kindLabel: POSTING_LABELS[row.kind] ?? row.kind,
          memo: row.memo,
          at: row.at.toISOString(),
          amount: own.find(({ side }) => side === 'debit')?.amount ?? '0.00',
          lines: own.map(({ side, amount, ...account }) => ({ account: accountName(account), side, amount })),
          correction:
            row.correctionId === null
              ? null
              : {
                  correctionId: row.correctionId,
                  state: row.state as 'proposed' | 'approved',
                  reason: row.reason!,
                  proposedByName: row.proposedByName!,
                  decidedByName: row.decidedByName!,
                  isOwn: row.proposedBy === ctx.actor.userId,
                },
          isCorrectable: CORRECTABLE.has(row.kind) && !row.correctionId,
          wayBack: CORRECTABLE.has(row.kind) ? '' : (WAY_BACK[row.kind] ?? ''),
        }
      }),
    }
  }),

  implementForPerson(contract.proposeCorrection, PLATFORM, async (ctx, { params, body }) => {
    const journal = await ctx.one('ledger_journal', { id: params.journalId })
    if (!journal) throw new AppError('notFound')
    if (!CORRECTABLE.has(journal.kind))
      throw new AppError('wrongState', `该凭证不能冲正：${WAY_BACK[journal.kind] ?? '由原业务更正'}`)
    const correctionId = ctx.newId()
    const made = await ctx.tx
      .insertInto('correction')
      .values({
        tenantId: ctx.tenantId,
        id: correctionId,
        journalId: journal.id,
        reason: body.reason,
        state: 'proposed',
        proposedBy: ctx.actor.userId,
        proposedByName: ctx.actor.name,
        createdAt: ctx.clock.now(),
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new AppError('wrongState', '该凭证已提出冲正或已冲正')
    ctx.audit({
      action: 'ledger.correction-propose',
      entity: 'ledger',
      entityId: journal.id,
      summary: `拟冲正凭证 ${journal.key}：${body.reason}`,
    })
    ctx.emit({ kind: PROPOSED_EVENT, payload: { correctionId }, topics: [DESK] })
    return { correctionId }
  }),

  implementForPerson(contract.decideCorrection, PLATFORM, async (ctx, { params, body }) => {
    const by = { id: params.correctionId }
    const correction = await ctx.one('correction', by, { lock: 'update' })
    const set = decided(ctx, correction, body.approve)
    const { journalId, reason } = correction!
    const journal = await ctx.expectOne('ledger_journal', { id: journalId })
    const reversalId = body.approve ? await undo(ctx, { journal, reason }) : null
    await ctx.update('correction', by, { ...set, reversalId })
    ctx.audit({
      action: body.approve ? 'ledger.correction-approve' : 'ledger.correction-refuse',
      entity: 'ledger',
      entityId: journalId,
      summary: `${body.approve ? '同意' : '不同意'}冲正凭证 ${journal.key}`,
    })
    const kind = body.approve ? CORRECTED_EVENT : PROPOSED_EVENT
    ctx.emit({ kind, payload: { correctionId: by.id }, topics: [DESK] })
  }),
]

/** Posts the reversing journal, and takes up again what the undone one had closed. */
async function undo(
  ctx: Ctx,
  { journal, reason }: { journal: { id: string; key: string }; reason: string },
): Promise<string> {
  const reversalId = await reverse(ctx, { journalId: journal.id, memo: `冲正：${reason}` })
  await reopenDifference(ctx, journal.key)
  return reversalId
}

interface LineAccount {
  kind: string
  subject: string
  ownerName: string | null
}

async function linesOf(ctx: Ctx, journalIds: readonly string[]) {
  if (journalIds.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_account as a', (j) => j.onRef('a.tenantId', '=', 'e.tenantId').onRef('a.id', '=', 'e.accountId'))
    .leftJoin('company as b', 'b.id', 'a.ownerId')
    .select(['e.journalId', 'e.side', 'e.amount', 'a.kind', 'a.subject', 'b.name as ownerName'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('a.currency', '=', CNY)
    .where('e.journalId', 'in', [...journalIds])
    .orderBy('e.line')
    .execute()
  return rows.map((row) => ({ ...row, side: row.side as 'debit' | 'credit' }))
}

/** An account in words: what it is, and whose or at whom. */
function accountName({ kind, subject, ownerName }: LineAccount): string {
  const label = ACCOUNT_KINDS[kind as AccountKind] ?? kind
  const whose = ownerName ?? PROVIDER_LABELS[subject as ProviderCode]
  return whose ? `${label}（${whose}）` : label
}

/** The other people of the platform are asked to look; companies whose money moved are told why. */
export const tellCorrections: readonly Subscriber[] = [
  {
    name: 'payment: ask a second person for a correction',
    kind: PROPOSED_EVENT,
    async handle(ctx, { id, payload }) {
      const { correctionId } = payload as { correctionId: string }
      const correction = await ctx.expectOne('correction', { id: correctionId })
      if (correction.state !== 'proposed') return
      const { to, identity } = await platformPeople(ctx)
      const userIds = 'userIds' in to ? to.userIds.filter((userId) => userId !== correction.proposedBy) : []
      await notify(ctx, {
        to: { userIds },
        identity,
        kind: PROPOSED_EVENT,
        title: '冲正待复核',
        content: `${correction.proposedByName}提出冲正一笔凭证：${correction.reason}`,
        link: `${PAGE}?state=proposed`,
        eventId: id,
      })
    },
  },
  {
    name: 'payment: tell companies of a correction',
    kind: CORRECTED_EVENT,
    async handle(ctx, { id, payload }) {
      const { correctionId } = payload as { correctionId: string }
      const { reversalId, reason } = await ctx.expectOne('correction', { id: correctionId })
      const owners = await ctx.tx
        .selectFrom('ledger_entry as e')
        .innerJoin('ledger_account as a', (j) =>
          j.onRef('a.tenantId', '=', 'e.tenantId').onRef('a.id', '=', 'e.accountId'),
        )
        .select('a.ownerId')
        .distinct()
        .where('e.tenantId', '=', ctx.tenantId)
        .where('e.journalId', '=', reversalId)
        .where('a.ownerId', 'is not', null)
        .execute()
      for (const { ownerId } of owners)
        await notify(ctx, {
          to: { companyId: ownerId!, right: 'finance' },
          identity: await inboxOf(ctx, ownerId!),
          kind: CORRECTED_EVENT,
          title: '账务冲正',
          content: `平台冲正了一笔账务，原因：${reason}。明细见收支流水。`,
          link: '/finance',
          eventId: id,
        })
    },
  },
]
