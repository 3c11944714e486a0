import { AppError } from '#contract/errors.ts'
import type { Filling } from '#features/procurement/rules/rich-text.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Commitment } from '#features/procurement/contract/commitment.ts'
import { type TemplateKind, widening } from '../rules/kinds.ts'
import { TemplateStatus } from '../rules/status.ts'
import { commitmentText } from './commitments.ts'
import { type Any, inUse, type Picked, picked, versions } from './versions.ts'

/*
 * What other features may call. Access to the order is the caller's matter; which templates a company may use is ours:
 * its own and the platform's presets, in their newest version.
 */

export { acceptanceOf, acceptCommitment } from './commitments.ts'

/**
 * Newest versions of the templates in use that fit a scope or a wider one: narrower before wider, own before presets,
 * defaults first, then the newest. Without a scope: all of the kind. `companyId` null: the platform's presets alone.
 */
export async function pickTemplates<K extends TemplateKind>(
  ctx: Any,
  kind: K,
  { companyId, scope }: { companyId: string | null; scope?: string | undefined },
): Promise<Picked<K>[]> {
  const scopes = scope === undefined ? null : widening(kind, scope)
  const rows = await inUse(ctx, companyId)
    .whereRef('v.versionNo', '=', 't.versionNo')
    .where('t.status', '=', TemplateStatus.values.published)
    .where('t.kind', '=', kind)
    .$if(scopes !== null, (q) => q.where('v.scope', 'in', scopes!))
    .orderBy('v.publishedAt', 'desc')
    .orderBy('v.id', 'desc')
    .execute()
  const rank = (row: (typeof rows)[number]) =>
    (scopes === null ? 0 : scopes.indexOf(row.scope)) * 4 + (row.companyId === null ? 2 : 0) + (row.isDefault ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b)).map((row) => picked<K>(row))
}

/** The default for a scope, else for a wider one; a company's own before the platform's. Null: there is none. */
export async function defaultTemplate<K extends TemplateKind>(
  ctx: Any,
  kind: K,
  of: { companyId: string | null; scope: string },
): Promise<Picked<K> | null> {
  const found = (await pickTemplates(ctx, kind, of)).filter((one) => one.isDefault)
  return found.find((one) => !one.isPreset) ?? found[0] ?? null
}

/** A version of a template in use by its id; also an older version. Throws `notFound` for other companies' ones. */
export async function usableVersion<K extends TemplateKind>(
  ctx: Any,
  versionId: string,
  { companyId, kind }: { companyId: string | null; kind?: K },
): Promise<Picked<K>> {
  const row = await inUse(ctx, companyId)
    .where('v.id', '=', versionId)
    .where('t.status', '=', TemplateStatus.values.published)
    .$if(kind !== undefined, (q) => q.where('t.kind', '=', kind!))
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return picked<K>(row)
}

/** Remembers that a version went into an order; once per order and purpose. `purpose` is shown, e.g. 招标公告. */
export async function recordUse(
  ctx: Context<Actor>,
  use: { versionId: string; orderId: string; purpose: string },
): Promise<void> {
  await ctx.tx
    .insertInto('template_use')
    .values({
      tenantId: ctx.tenantId,
      versionId: use.versionId,
      orderId: use.orderId,
      purpose: use.purpose,
      usedBy: ctx.actor.userId,
      usedAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** The version an order works with; null: none was chosen or pinned. Retired templates stay with those who chose them. */
export async function chosenFor<K extends TemplateKind>(
  ctx: Any,
  orderId: string,
  { kind, scope = '' }: { kind: K; scope?: string },
): Promise<Picked<K> | null> {
  const row = await versions(ctx)
    .innerJoin('template_choice as c', (j) =>
      j.onRef('c.tenantId', '=', 'v.tenantId').onRef('c.versionId', '=', 'v.id'),
    )
    .where('c.orderId', '=', orderId)
    .where('c.kind', '=', kind)
    .where('c.scope', '=', scope)
    .executeTakeFirst()
  return row ? picked<K>(row) : null
}

/**
 * The commitment an order demands of suppliers or experts, filled with the order and the accepting party; null: none.
 * What the order does not say stands as （未填写）, so that nobody accepts an open text.
 */
export async function commitmentFor(
  ctx: Any,
  orderId: string,
  { scope, values }: { scope: 'supplier' | 'expert'; values: () => Promise<Filling['values']> },
): Promise<Commitment | null> {
  const version = await chosenFor(ctx, orderId, { kind: 'integrity-commitment', scope })
  return version && commitmentText(version, await values())
}
