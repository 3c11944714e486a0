import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { implementForPerson } from '#server/implement.ts'
import { draft, dropDraft, saveDraft } from '../contract.ts'
import { MAX_DRAFT } from '../rules.ts'

type Ctx = Context<Actor>
interface Named {
  params: { key: string }
}

export const drafts: Feature = {
  name: 'drafts',
  // Its files are uploaded before a form is sent; what was typed is encrypted.
  files: { 'form_draft.files': 'document' },
  routes: [
    implementForPerson(draft, {}, readDraft),
    implementForPerson(saveDraft, {}, keepDraft),
    implementForPerson(dropDraft, {}, forgetDraft),
  ],
}

async function readDraft(ctx: Ctx, { params }: Named) {
  const row = await ctx.one(
    'form_draft',
    { userId: ctx.actor.userId, key: params.key },
    { columns: ['body', 'savedAt'] },
  )
  if (!row) return { content: null, savedAt: null }
  const content = JSON.parse(ctx.cipher.open('form_draft.body', rowIdOf(ctx, params.key), row.body)) as Record<
    string,
    unknown
  >
  return { content, savedAt: row.savedAt.toISOString() }
}

async function keepDraft(ctx: Ctx, { params, body }: Named & { body: { content: Record<string, unknown> } }) {
  const text = JSON.stringify(body.content)
  if (Buffer.byteLength(text) > MAX_DRAFT) throw new AppError('tooLarge', '草稿不能超过1MB')
  const savedAt = ctx.clock.now()
  const sealed = ctx.cipher.seal('form_draft.body', rowIdOf(ctx, params.key), text)
  const values = { body: sealed, files: filesIn(text), savedAt }
  await ctx.tx
    .insertInto('form_draft')
    .values({ tenantId: ctx.tenantId, userId: ctx.actor.userId, key: params.key, ...values })
    .onConflict((c) => c.columns(['tenantId', 'userId', 'key']).doUpdateSet(values))
    .execute()
  return { savedAt: savedAt.toISOString() }
}

/** Every id in it: whichever of them is a file must not be swept away. */
function filesIn(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))]
}

function rowIdOf({ tenantId, actor }: Ctx, key: string): string {
  return `${tenantId}/${actor.userId}/${key}`
}

async function forgetDraft(ctx: Ctx, { params }: Named): Promise<void> {
  await ctx.remove('form_draft', { userId: ctx.actor.userId, key: params.key })
}
