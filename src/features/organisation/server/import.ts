import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { type Fail, readPeople } from '#server/sheet/people.ts'
import { writeTemplate } from '#server/sheet/sheet.ts'
import * as c from '../contract/employees.ts'
import { Mail, Mobile, PersonName } from '../contract/shared.ts'
import { KEEPER, MOBILE_COLUMNS, mobileOfEmployee, ownEmployees } from './access.ts'
import { addEmployee } from './keeping.ts'
import { prepareDefaultPassword } from './accounts.ts'

type Ctx = Context<Employee>

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const COLUMNS = [
  { key: 'name', title: '姓名', type: 'text', required: true, max: '40' },
  { key: 'mobile', title: '手机号码', type: 'text', required: true, max: '11', hint: '11位，即登录账号' },
  { key: 'email', title: '邮箱', type: 'text', max: '100' },
  { key: 'department', title: '部门', type: 'text', max: '200', hint: '已有部门，多级以“/”分隔' },
  { key: 'roles', title: '角色', type: 'text', max: '400', hint: '已有角色，多个以顿号分隔' },
  { key: 'signer', title: '签字人', type: 'text', max: '1', hint: '是或否，不填为否' },
] as const satisfies readonly SheetColumn[]

type Key = (typeof COLUMNS)[number]['key']

export const importRoutes: readonly Route[] = [
  implementFile(c.employeeTemplate, KEEPER, async () => {
    const content = await writeTemplate({
      title: '员工导入模板',
      columns: COLUMNS,
      rows: [{ name: '王小明', mobile: '13900000000', department: '采购部/设备科', roles: '招标经办', signer: '否' }],
    })
    return { name: '员工导入模板.xlsx', mime: XLSX, content, size: content.length }
  }),

  implement(c.importEmployees, { ...KEEPER, prepare: prepareDefaultPassword }, async (ctx, { raw, prepared }) => {
    const known = await knownHere(ctx)
    const { people, errors } = await readPeople(
      await raw.request.file(),
      { columns: COLUMNS, word: '员工' },
      (row, fail) => readPerson(row, known, fail),
    )
    for (const person of people) {
      // Whoever was invited since we looked is there: that is what was wanted.
      await addEmployee(ctx, person, prepared as string | null)
    }
    return { count: people.length, errors }
  }),
]

type Known = Awaited<ReturnType<typeof knownHere>>

function readPerson(row: Record<Key, string | null>, { departments, roles, mobiles }: Known, fail: Fail<Key>) {
  const name = (row.name ?? '').trim()
  const mobile = (row.mobile ?? '').trim()
  const email = (row.email ?? '').trim()
  check(PersonName.safeParse(name), (message) => fail('name', message))
  check(Mobile.safeParse(mobile), (message) => fail('mobile', message))
  check(Mail.safeParse(email), (message) => fail('email', message))
  if (mobiles.has(mobile)) fail('mobile', '该手机号的员工已在本企业')
  const path = (row.department ?? '')
    .split(/[/／]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join('/')
  if (path !== '' && !departments.has(path)) fail('department', `没有部门“${path}”，请先在组织架构中新增`)
  const names = (row.roles ?? '')
    .split(/[、，,;；]/)
    .map((part) => part.trim())
    .filter(Boolean)
  for (const role of names) if (!roles.has(role)) fail('roles', `没有角色“${role}”，请先新增角色`)
  const signer = (row.signer ?? '').trim()
  if (!['', '是', '否'].includes(signer)) fail('signer', '请填写“是”或“否”')
  return {
    name,
    mobile,
    email,
    deptId: departments.get(path) ?? null,
    roleIds: names.flatMap((role) => roles.get(role) ?? []),
    rights: [],
    isSigner: signer === '是',
  }
}

/** Departments by path, roles by name, and the mobile numbers of those who are employees already. */
async function knownHere(ctx: Ctx) {
  const own = { tenantId: ctx.tenantId, companyId: ctx.actor.companyId }
  const nodes = await ctx.tx
    .selectFrom('department')
    .select(['id', 'parentId', 'name'])
    .where((e) => e.and(own))
    .execute()
  const roles = await ctx.tx
    .selectFrom('role')
    .select(['id', 'name'])
    .where((e) => e.and(own))
    .execute()
  const people = await ownEmployees(ctx).innerJoin('app_user as u', 'u.id', 'e.userId').select(MOBILE_COLUMNS).execute()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const pathOf = (id: string): string => {
    const { name, parentId } = byId.get(id)!
    return parentId === null ? name : `${pathOf(parentId)}/${name}`
  }
  return {
    departments: new Map(nodes.map((node) => [pathOf(node.id), node.id])),
    roles: new Map(roles.map((role) => [role.name, role.id])),
    mobiles: new Set(people.map((person) => mobileOfEmployee(ctx, person))),
  }
}

function check(
  result: { success: boolean; error?: { issues: { message: string }[] } | undefined },
  fail: (message: string) => void,
): void {
  if (!result.success) fail(result.error!.issues[0]!.message)
}
