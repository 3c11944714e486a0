import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { FileAnswer } from '#server/implement.ts'
import { writeTemplate } from '#server/sheet/sheet.ts'
import type { ContentOf } from '../contract/content.ts'
import type { templateVersion } from '../contract/templates.ts'
import { scopeLabel, type TemplateKind } from '../rules/kinds.ts'
import { sheetColumns } from '../rules/sheet-columns.ts'
import { type Ctx, findTemplate, ownerOf } from './access.ts'
import { usableVersion } from './public.ts'
import { usesOf } from './uses.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A version of a template that the person may see, or `notFound`. */
export async function readVersion(ctx: Ctx, versionId: string): Promise<OutputOf<typeof templateVersion>> {
  const row = await ctx.tx
    .selectFrom('template_version as v')
    .innerJoin('app_user as u', 'u.id', 'v.publishedBy')
    .selectAll('v')
    .select('u.nickname')
    .select((e) => usesOf(ctx, e.ref('v.id')).as('uses'))
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.id', '=', versionId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const template = await findTemplate(ctx, row.templateId)
  const kind = template.kind as TemplateKind
  return {
    versionId: row.id,
    templateId: template.id,
    kind,
    versionNo: row.versionNo,
    name: row.name,
    scope: row.scope,
    scopeLabel: scopeLabel(kind, row.scope),
    note: row.note,
    contentHash: row.contentHash.toString('hex'),
    publishedBy: template.companyId === ownerOf(ctx.actor) ? row.nickname : '平台',
    publishedAt: row.publishedAt.toISOString(),
    uses: row.uses ?? 0,
    content: row.content as ContentOf,
  }
}

/** The spreadsheet of a bill template, with its examples as first row. */
export async function sheetOf(ctx: Ctx, versionId: string): Promise<FileAnswer> {
  const version = await usableVersion(ctx, versionId, { companyId: ownerOf(ctx.actor), kind: 'material' })
  const columns = sheetColumns(version.content)
  const example = Object.fromEntries(
    version.content.columns.flatMap(({ example: value }, i) => (value === '' ? [] : [[columns[i]!.key, value]])),
  )
  const content = await writeTemplate({ title: version.name, columns, rows: [example] })
  return { name: `${version.name}.xlsx`, mime: XLSX, content, size: content.length }
}
