import type * as z from 'zod'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementFile, implementForPerson, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { type Fail, readPeople } from '#server/sheet/people.ts'
import { writeTemplate } from '#server/sheet/sheet.ts'
import * as c from '../contract.ts'
import { regionOfName } from '../rules/regions.ts'
import { isTitle } from '../rules/titles.ts'
import { add } from './keeping.ts'
import { libraryOf } from './library.ts'
import { majorsOf } from './majors.ts'

type Ctx = Context<Actor>

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const COLUMNS = [
  { key: 'name', title: '姓名', type: 'text', required: true, max: '40' },
  { key: 'mobile', title: '手机号码', type: 'text', required: true, max: '11', hint: '11位，即登录账号' },
  { key: 'kind', title: '专家类别', type: 'text', required: true, max: '10', hint: '技术专家或经济专家' },
  { key: 'employer', title: '工作单位', type: 'text', required: true, max: '200' },
  { key: 'employerCode', title: '统一社会信用代码', type: 'text', max: '18' },
  { key: 'majors', title: '专业', type: 'text', max: '200', hint: '专业编码或名称，多个以顿号分隔' },
  { key: 'title', title: '职称', type: 'text', max: '20' },
  { key: 'region', title: '省级地区', type: 'text', max: '20', hint: '如 江苏省' },
  { key: 'city', title: '市县', type: 'text', max: '60' },
  { key: 'since', title: '从业起始年份', type: 'integer', max: '2100' },
] as const satisfies readonly SheetColumn[]

type Key = (typeof COLUMNS)[number]['key']
type Read = z.output<typeof c.addExpert.body>

/** Import from a sheet, for whoever keeps a library. */
export function importRoutes(keeper: Parameters<typeof implementForPerson>[1]): readonly Route[] {
  return [
    implementFile(c.expertTemplate, { ...keeper, audience: 'person' }, async () => {
      const sample = {
        name: '王小明',
        mobile: '13900000000',
        kind: '技术专家',
        employer: '江州理工大学',
        majors: '医疗设备、A0302',
        title: '高级工程师',
        region: '江苏省',
        city: '江州市',
        since: '2008',
      }
      const content = await writeTemplate({ title: '专家导入模板', columns: COLUMNS, rows: [sample] })
      return { name: '专家导入模板.xlsx', mime: XLSX, content, size: content.length }
    }),

    implementForPerson(c.importExperts, keeper, async (ctx, { raw }) => {
      const known = await knownHere(ctx)
      const { people, errors } = await readPeople(
        await raw.request.file(),
        { columns: COLUMNS, word: '专家' },
        (row, fail) => readPerson(row, known, fail),
      )
      for (const person of people) await add(ctx, person)
      return { count: people.length, errors }
    }),
  ]
}

type Known = Awaited<ReturnType<typeof knownHere>>

function readPerson(row: Record<Key, string | null>, { majors, mobiles }: Known, fail: Fail<Key>): Read {
  const text = (key: Key) => (row[key] ?? '').trim()
  const kind = Object.entries(c.EXPERT_KINDS).find(([, label]) => label.startsWith(text('kind').slice(0, 2)))?.[0]
  if (text('kind') !== '' && !kind) fail('kind', '请填写“技术专家”或“经济专家”')
  const region = text('region') === '' ? '' : regionOfName(text('region'))
  if (region === null) fail('region', `没有“${text('region')}”，请填写省级地区全称`)
  if (text('title') !== '' && !isTitle(text('title'))) fail('title', `没有职称“${text('title')}”`)
  const codes = text('majors')
    .split(/[、，,;；]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((word) => {
      const code = majors.get(word)
      if (code === undefined) fail('majors', `没有专业“${word}”`)
      return code === undefined ? [] : [code]
    })
  if (mobiles.has(text('mobile'))) fail('mobile', '该手机号的专家已在专家库中')
  const fields = {
    name: text('name'),
    mobile: text('mobile'),
    kind,
    employer: text('employer'),
    employerCode: text('employerCode').toUpperCase(),
    majors: [...new Set(codes)],
    title: isTitle(text('title')) ? text('title') : '',
    region: region ?? '',
    city: text('city'),
    since: text('since') === '' ? null : Number(text('since')),
  }
  const checked = c.addExpert.body.safeParse(fields)
  if (checked.success) return checked.data
  for (const issue of checked.error.issues) {
    const key = issue.path[0] as Key
    // An empty required cell, and a word that is no kind, are named already.
    if (text(key) !== '' && key !== 'kind') fail(key, issue.message)
  }
  return { ...fields, kind: 'technical', files: [] }
}

/** Majors by code and by name, and the mobile numbers in the library. */
async function knownHere(ctx: Ctx) {
  const library = libraryOf(ctx.actor)
  const majors = (await majorsOf(ctx)).filter((m) => m.isEnabled)
  const people = await ctx.tx
    .selectFrom('expert')
    .select(['id', 'mobile'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', library === null ? 'is' : '=', library)
    .execute()
  return {
    majors: new Map(majors.flatMap((m) => [[m.name, m.code] as const, [m.code, m.code] as const])),
    mobiles: new Set(people.map((p) => ctx.cipher.open('expert.mobile', p.id, p.mobile))),
  }
}
