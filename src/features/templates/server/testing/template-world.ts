import { doc, paragraph } from '#features/procurement/rules/rich-text.ts'
import { tenderWorld, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { ContentOf } from '../../contract/content.ts'
import * as c from '../../contract/templates.ts'
import type { TemplateKind } from '../../rules/kinds.ts'

export type World = TenderWorld & { agent: HttpClient; admin: HttpClient; newbie: HttpClient }

/** A system with tenders and everybody who has to do with templates. */
export async function templateWorld(): Promise<World> {
  const world = await tenderWorld()
  const [agent, admin, newbie] = await Promise.all([
    world.t.login('agent', { workbench: 'agency' }),
    world.t.login('admin', { workbench: 'admin' }),
    world.t.login('newbie', { workbench: 'purchaser' }),
  ])
  return { ...world, agent, admin, newbie }
}

export async function newDraft(
  client: HttpClient,
  ...[kind, scope, name = '测试模板']: [kind: TemplateKind, scope: string, name?: string]
) {
  const { templateId } = await client.call(c.createTemplate, { params: { kind }, body: { name, scope } })
  return client.call(c.templateDetail, { params: { templateId } })
}

type Body = { name: string; scope: string; content: ContentOf; revision: number }

/** What the editor sends. */
export function bodyOf(template: Body, change: Partial<Body> = {}): Body {
  const { name, scope, content, revision } = template
  return { name, scope, content, revision, ...change }
}

export async function published(
  client: HttpClient,
  ...[kind, scope, content]: [kind: TemplateKind, scope: string, content?: ContentOf]
) {
  const made = await newDraft(client, kind, scope)
  const version = await client.call(c.publishTemplate, {
    params: made,
    body: bodyOf(made, content ? { content } : {}),
  })
  return { templateId: made.templateId, ...version }
}

export const notice = (...lines: string[]): ContentOf<'notice'> => ({
  title: '{{标段名称}}公告',
  body: doc(...lines.map((line) => paragraph(line))),
})
