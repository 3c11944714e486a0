import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { COUNT_LIMIT } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature, Todo } from '#server/feature.ts'
import type * as c from '../contract.ts'
import { type Group, groupOf, inOrder, isSnoozed, rankOf, type Scope } from '../rules.ts'
import { askEach } from './ask.ts'
import { snoozes } from './snoozes.ts'

type Ctx = Context<Actor>
type Query = z.output<typeof c.inbox.query>

/** A to-do as the inbox knows it: under a key that is unique among all features. */
interface Item extends Todo {
  scope: Scope
  group: Group
  snoozedUntil: Date | null
}

/**
 * One page of what waits for the person. The whole of it is gathered each time: it is computed by the features from
 * their records, at most a thousand of each, and holds no copy that could be out of date.
 */
export async function inboxPage(
  ctx: Ctx,
  features: readonly Feature[],
  query: Query,
): Promise<z.input<typeof c.inbox.returns>> {
  const { items, isPartial } = await itemsOf(ctx, features)
  const open = items.filter((item) => item.snoozedUntil === null)
  const shown = query.snoozed === 'true' ? items.filter((item) => item.snoozedUntil !== null) : open
  const inScope = shown.filter(({ scope }) => query.scope === undefined || scope === query.scope)
  const inGroup = inScope.filter(({ group }) => query.group === undefined || group === query.group)
  const found = inGroup.filter(({ kind }) => query.kind === undefined || kind === query.kind)
  const start = query.cursor === undefined ? 0 : startOf(found, query.cursor)
  const rows = found.slice(start, start + query.pageSize)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ key, kind, label, step, title, link, delegateLink, dueAt, scope, group, snoozedUntil }) => ({
      key,
      kind,
      label,
      step: step ?? null,
      title,
      link,
      scope,
      group,
      delegateLink: delegateLink ?? null,
      dueAt: dueAt?.toISOString() ?? null,
      snoozedUntil: snoozedUntil?.toISOString() ?? null,
    })),
    total: atMost(found.length),
    next: last && start + rows.length < found.length ? cursorOf(last) : null,
    scopes: {
      mine: atMost(open.filter(({ scope }) => scope === 'mine').length),
      company: atMost(open.filter(({ scope }) => scope === 'company').length),
      snoozed: atMost(items.length - open.length),
    },
    groups: countBy(inScope, ({ group }) => group),
    kinds: countBy(inGroup, ({ kind }) => kind),
    isPartial,
  }
}

/** Everything that waits for the person in its workbench, in order, what is put off among it. */
export async function itemsOf(ctx: Ctx, features: readonly Feature[]): Promise<{ items: Item[]; isPartial: boolean }> {
  const now = ctx.clock.now()
  const until = await snoozes(ctx)
  const { rows, failed } = await askEach(ctx, features, ({ home }) =>
    home?.todos ? () => home.todos!(ctx, COUNT_LIMIT) : null,
  )
  const items = inOrder(rows).map((row): Item => {
    const key = `${row.feature}:${row.key}`
    return {
      ...row,
      key,
      scope: row.isMine ? 'mine' : 'company',
      group: groupOf(row, now),
      snoozedUntil: isSnoozed(row.dueAt, until.get(key), now) ? until.get(key)! : null,
    }
  })
  return { items, isPartial: failed.length > 0 }
}

function countBy<T extends string>(items: readonly Item[], nameOf: (item: Item) => T): Partial<Record<T, number>> {
  const counts: Partial<Record<T, number>> = {}
  for (const item of items) counts[nameOf(item)] = atMost((counts[nameOf(item)] ?? 0) + 1)
  return counts
}

function atMost(count: number): number {
  return Math.min(count, COUNT_LIMIT)
}

function cursorOf(item: Item): string {
  return Buffer.from(JSON.stringify([rankOf(item), item.key])).toString('base64url')
}

/** Behind the last row shown; where that is done by now, at what would have followed it: nothing is left out. */
function startOf(items: readonly Item[], cursor: string): number {
  const [rank, key] = readCursor(cursor)
  const at = items.findIndex((item) => item.key === key)
  if (at >= 0) return at + 1
  const next = items.findIndex((item) => rankOf(item) >= rank)
  return next < 0 ? items.length : next
}

function readCursor(cursor: string): [number, string] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string')
      return [value[0], value[1]]
  } catch {
    // Refused below like any other cursor that is not ours.
  }
  throw new AppError('badRequest', '翻页参数有误，请从第一页重新查询')
}
