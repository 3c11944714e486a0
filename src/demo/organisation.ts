import { newId } from '#contract/id.ts'
import { DAY, HOUR } from '#contract/time.ts'
import * as association from '#features/organisation/contract/associations.ts'
import * as department from '#features/organisation/contract/departments.ts'
import * as employee from '#features/organisation/contract/employees.ts'
import { invite } from '#features/organisation/contract/invitations.ts'
import * as menu from '#features/menus/contract-admin.ts'
import * as role from '#features/organisation/contract/roles.ts'
import { acceptEmployment } from '#features/organisation/server/admission.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { System } from '#server/system.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { PASSWORD, PEOPLE } from './people.ts'

/** Two institutions that belong to the hospital, each with its administrator. */
const BRANCHES = [
  { n: 41, name: '江州市第一人民医院滨江院区', code: '12320400466731585D', account: 'branch1', admin: '秦越' },
  { n: 42, name: '江州市第一人民医院康复医院', code: '123204004667327485', account: 'branch2', admin: '白露' },
] as const

/** Given to somebody who holds nothing else: auditing goes with no other right. */
const AUDIT = { name: '审计监督', note: '查阅本单位的操作记录', rights: ['auditing'] }

const ROLES = [
  { name: '招标经办', note: '编制和发布采购项目', rights: ['tendering', 'purchaseDemand', 'openingManagement'] },
  { name: '专家库管理', note: '维护专家并抽取评委', rights: ['expertManagement', 'expertExtraction'] },
  { name: '统计查阅', note: '查阅采购统计', rights: ['statistics'] },
]

/** Name, department, roles. */
const STAFF: readonly (readonly [string, string, string])[] = [
  ['郑明远', '采购中心/设备采购组', '招标经办'],
  ['何佳', '采购中心/设备采购组', '招标经办、专家库管理'],
  ['唐诗', '采购中心/物资采购组', '招标经办'],
  ['宋宇', '采购中心/物资采购组', ''],
  ['许慧', '医学装备部', '专家库管理'],
  ['丁一', '医学装备部', ''],
  ['叶青', '财务部', '统计查阅'],
  ['潘岩', '财务部', '统计查阅'],
  ['杜衡', '信息中心', ''],
  ['石磊', '信息中心', ''],
]

/** Department, who heads it. */
const HEADS = [
  ['采购中心', '郑明远'],
  ['采购中心/物资采购组', '唐诗'],
  ['财务部', '叶青'],
] as const

const COLUMNS = ['姓名', '手机号码', '部门', '角色'].map((title): SheetColumn => ({
  key: title,
  title,
  type: 'text',
  max: '200',
}))

/** The hospital's departments, people and branches, requests between companies, visits of a month, and a menu's gate. */
export async function loadOrganisation(system: Pick<System, 'kernel'>, base: string): Promise<void> {
  const { kernel } = system
  const cast = new Cast(base)
  const buyer = await cast.as('buyer')
  await staff(buyer, kernel)
  await branches(kernel)
  const [near, far] = await Promise.all(BRANCHES.map(({ account }) => enter(base, account)))
  const hospital = { companyId: COMPANIES.hospital.id, kind: 2 as const }
  const { associationId } = await near!.call(association.sendAssociation, {
    body: { ...hospital, message: '滨江院区申请纳入统一管理' },
  })
  await buyer.call(association.agreeAssociation, { params: { id: associationId }, body: { answer: '同意' } })
  await far!.call(association.sendAssociation, { body: { ...hospital, message: '康复医院申请成为下级单位，请审核' } })
  const supplier = await cast.as('supplier3')
  for (const companyId of [COMPANIES.supplier2.id, COMPANIES.supplier1.id])
    await supplier.call(association.sendAssociation, { body: { companyId, kind: 1, message: '集团成员企业关联' } })
  const admin = await cast.as('admin')
  await admin.call(menu.setGate, {
    params: { code: 'bid-statistic-report' },
    body: { companyIds: [COMPANIES.hospital.id] },
  })
  await admin.call(menu.setGate, {
    params: { code: 'risk-warning' },
    body: { companyIds: [COMPANIES.hospital.id], withHierarchy: true },
  })
  await admin.call(menu.setGate, { params: { code: 'government-risk' }, body: { systemRight: 'governmentRisk' } })
  await visits(kernel)
}

async function staff(buyer: HttpClient, kernel: Kernel): Promise<void> {
  const ids = new Map<string, string>()
  for (const path of ['采购中心', '采购中心/设备采购组', '采购中心/物资采购组', '医学装备部', '财务部', '信息中心']) {
    const parentId = ids.get(path.split('/').slice(0, -1).join('/')) ?? null
    const { deptId } = await buyer.call(department.createDepartment, {
      body: { name: path.split('/').at(-1)!, parentId },
    })
    ids.set(path, deptId)
  }
  for (const body of ROLES) await buyer.call(role.createRole, { body })
  const { roleId } = await buyer.call(role.createRole, { body: AUDIT })
  const { name, jobs } = PEOPLE.buyer2
  await buyer.call(employee.updateEmployee, {
    params: { employeeId: jobs[0]!.employeeId },
    body: { name, roleIds: [roleId] },
  })
  const rows = STAFF.map(([name, dept, roles], i) => ({
    姓名: name,
    手机号码: `1380000${String(2001 + i)}`,
    部门: dept,
    角色: roles,
  }))
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(await writeSheet({ title: '员工', columns: COLUMNS, rows }))]),
    '员工.xlsx',
  )
  await buyer.raw('POST', `/api${employee.importEmployees.path}`, form)
  await accept(
    kernel,
    rows.map((row) => row.手机号码),
  )
  for (const [path, keyword] of HEADS) {
    const { rows: found } = await buyer.call(employee.managePage, { query: { keyword } })
    await buyer.call(department.setDepartmentHead, {
      params: { id: ids.get(path)! },
      body: { employeeId: found[0]!.employeeId },
    })
  }
  await buyer.call(invite, { body: { name: '江帆', mobile: '13800002101', deptId: ids.get('采购中心')! } })
  await buyer.call(invite, { body: { name: '陶源', mobile: '13800002102', deptId: ids.get('财务部')! } })
}

/** The people invited have shown that their numbers are theirs, chosen everybody's password, and accepted. */
async function accept(kernel: Kernel, mobiles: readonly string[]): Promise<void> {
  await inContext(kernel, { tenantId: 1, actor: null }, async (ctx) => {
    await ctx.update(
      'app_user',
      { mobileHash: mobiles.flatMap((mobile) => ctx.cipher.hashes('app_user.mobile', mobile)) },
      { unprovenTenantId: null, unprovenCompanyId: null, isDefaultPassword: false },
    )
    const rows = await ctx.many(
      'employee',
      { invitedMobileHash: mobiles.flatMap((mobile) => ctx.cipher.hashes('employee.invited_mobile', mobile)) },
      { columns: ['id', 'userId', 'companyId', 'name'] },
    )
    for (const row of rows) await acceptEmployment(ctx, row)
  })
}

async function branches(kernel: Kernel): Promise<void> {
  await inContext(kernel, { tenantId: 1, actor: null }, async ({ tx, cipher, clock }) => {
    const now = clock.now()
    const { passwordHash: hash } = await tx
      .selectFrom('app_user')
      .select('passwordHash')
      .where('id', '=', PEOPLE.buyer.id)
      .executeTakeFirstOrThrow()
    for (const { n, name, code, account, admin } of BRANCHES) {
      const id = `0195a000-0000-7000-8000-0000000001${n}`
      const userId = `0195a000-0000-7000-8000-0000000005${n}`
      await tx
        .insertInto('company')
        .values({ id, name, creditCode: code, companyType: 2, legalPerson: '周维民', createdAt: now })
        .onConflict((c) => c.doNothing())
        .execute()
      await tx
        .insertInto('company_tenant')
        .values({ tenantId: 1, companyId: id, isPurchaser: true, isCertified: true, createdAt: now })
        .onConflict((c) => c.doNothing())
        .execute()
      await tx
        .insertInto('app_user')
        .values({
          id: userId,
          account,
          ...cipher.fields('app_user.mobile', userId, `138000022${n}`),
          nickname: admin,
          passwordHash: hash,
          createdAt: now,
        })
        .onConflict((c) => c.doNothing())
        .execute()
      await tx
        .insertInto('employee')
        .values({
          tenantId: 1,
          id: newId(now.getTime()),
          companyId: id,
          userId,
          name: admin,
          isAdmin: true,
          rights: ['tendering', 'statistics'],
          createdAt: now,
        })
        .onConflict((c) => c.doNothing())
        .execute()
    }
  })
}

async function enter(base: string, account: string): Promise<HttpClient> {
  const client = new HttpClient(base)
  await client.login(account, PASSWORD)
  client.workbench = 'purchaser'
  return client
}

/** A month of visits, more on working days, always the same ones. */
async function visits(kernel: Kernel): Promise<void> {
  await inContext(kernel, { tenantId: 1, actor: null }, async ({ tx, clock, tenantId }) => {
    const people = await tx
      .selectFrom('employee')
      .select(['userId', 'companyId'])
      .where('tenantId', '=', tenantId)
      .where('status', '=', 1)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute()
    const now = clock.now().getTime()
    const rows = people.flatMap((person, p) =>
      Array.from({ length: 30 }, (_, day) => day + 1).flatMap((day) => {
        const at = new Date(now - day * DAY + ((p * 37 + day * 11) % 8) * HOUR)
        const weekend = [0, 6].includes(at.getUTCDay())
        if ((p * 7 + day * 5) % (weekend ? 9 : 3) !== 0) return []
        const times = 1 + ((p + day) % 3)
        return Array.from({ length: times }, (_, n) => ({
          tenantId,
          id: newId(at.getTime()),
          userId: person.userId,
          companyId: person.companyId,
          account: '',
          ip: `10.20.${p % 4}.${(p * 13) % 250}`,
          userAgent: AGENTS[(p + day) % AGENTS.length]!,
          outcome: 'success',
          at: new Date(at.getTime() + n * HOUR),
        }))
      }),
    )
    await tx.insertInto('login_log').values(rows).execute()
  })
}

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
]
