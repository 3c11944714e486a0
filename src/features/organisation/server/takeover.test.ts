import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { askToJoin } from '#features/enterprise/contract/certification.ts'
import { messagePage } from '#features/messages/contract.ts'
import * as p from '#features/passport/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/employees.ts'
import * as e from '../contract/employments.ts'
import * as v from '../contract/invitations.ts'
import { CHOSEN_PASSWORD, codeFor, joinFirst, prove } from './testing/joined.ts'
import { blind } from '#server/testing/sealed.ts'

/*
 * Nobody is made an employee unasked, nobody's account is taken over by inviting them, and inviting tells nothing about
 * who has an account.
 */

let t: TestSystem
let buyer: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

const known = PEOPLE.supplier6
const invite = (mobile: string, name = '受邀者') => buyer.call(c.createEmployee, { body: { name, mobile } })
const detail = (employeeId: string) => buyer.call(c.employeeDetail, { params: { employeeId } })
const reset = (employeeId: string) => buyer.refused(c.resetPassword, { params: { employeeId } })
const invitations = async (who: HttpClient) => (await who.call(e.ownEmployments, {})).invitations

describe('inviting', () => {
  test('looks the same whether or not the number has an account', async () => {
    const strange = '13900500001'
    const seen = []
    for (const mobile of [known.mobile, strange]) {
      const answer = await invite(mobile)
      const { employeeId } = answer
      const row = (await buyer.call(c.managePage, { query: { keyword: mobile } })).rows[0]!
      const again = await buyer.refused(c.createEmployee, { body: { name: '受邀者', mobile } })
      const texts = await t.owner.query('select body from channel_outbox where recipient_hash = $1', [
        blind('channel_outbox.recipient', mobile),
      ])
      const facts = await t.owner.query<{ summary: string; data: unknown }>(
        `select body->>'summary' as summary, body->'data' as data from audit_entry where body->>'entityId' = $1`,
        [employeeId],
      )
      const exist = await buyer.call(p.mobileExists, { query: { mobile } })
      seen.push(
        JSON.stringify([
          Object.keys(answer),
          { ...row, employeeId: '', mobile: '', invitedUntil: '' },
          { ...(await detail(employeeId)), employeeId: '', mobile: '', account: '', invitedUntil: '' },
          (await detail(employeeId)).account === mobile,
          { ...(await reset(employeeId)), requestId: '' },
          { ...again, requestId: '' },
          texts.rows,
          facts.rows,
          exist,
        ]),
      )
    }
    expect(seen[0]).toBe(seen[1])
    expect(JSON.parse(seen[0]!)[1]).toMatchObject({ status: 2, joinedAt: null })
    // Whoever changes the number meanwhile is not found by the new one.
    const renumber = (mobile: string) =>
      t.kernel.db
        .updateTable('app_user')
        .set(t.kernel.cipher.fields('app_user.mobile', known.id, mobile))
        .where('id', '=', known.id)
        .execute()
    await renumber('13900500009')
    expect((await buyer.call(c.managePage, { query: { keyword: '13900500009' } })).total).toBe(0)
    expect((await buyer.call(c.managePage, { query: { keyword: known.mobile } })).total).toBe(1)
    await renumber(known.mobile)
  })

  test('is told to the person, who is no employee before accepting; the password stays theirs', async () => {
    const person = await t.login('supplier6', { workbench: 'supplier' })
    await t.settle()
    const inbox = await person.call(messagePage, { query: { identity: 'supplier' } })
    expect(inbox.rows.filter((row) => row.title === `${COMPANIES.hospital.name}邀请您加入`)).toHaveLength(1)
    const [one] = await invitations(person)
    expect(one).toMatchObject({ companyName: COMPANIES.hospital.name, invitedBy: '张晓', name: '受邀者' })
    const companyId = COMPANIES.hospital.id
    expect((await person.refused(p.enterCompany, { body: { companyId } })).status).toBe(404)
    const params = { invitationId: one!.invitationId }
    // A stranger's invitation does not exist.
    const other = await t.login('supplier5')
    expect((await other.refused(e.acceptEmployment, { params })).status).toBe(404)
    expect((await other.refused(e.declineEmployment, { params })).status).toBe(404)
    expect((await other.refused(e.leaveCompany, { params: { employeeId: params.invitationId } })).status).toBe(404)
    expect((await t.client().refused(e.ownEmployments, {})).status).toBe(401)
    const both = await Promise.allSettled([1, 2].map(() => person.call(e.acceptEmployment, { params })))
    expect(both.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await person.refused(e.declineEmployment, { params })).toMatchObject({ code: 10002 })
    await person.call(p.enterCompany, { body: { companyId } })
    expect(await reset(one!.invitationId)).toMatchObject({ code: 10002, message: expect.stringContaining('本人') })
    await t.login('supplier6', { password: PASSWORD })
    // Since when shows on both sides, and the way out is the person's.
    const { employments } = await person.call(e.ownEmployments, {})
    const { joinedAt } = await detail(one!.invitationId)
    expect(employments.find((row) => row.companyName === COMPANIES.hospital.name)?.since).toBe(joinedAt)
    await person.call(e.leaveCompany, { params: { employeeId: one!.invitationId } })
    expect((await buyer.refused(c.employeeDetail, { params: { employeeId: one!.invitationId } })).status).toBe(404)
    expect(await person.refused(e.leaveCompany, { params: { employeeId: one!.invitationId } })).toMatchObject({
      status: 404,
    })
  })

  test('can be declined, withdrawn, runs out and is limited', async () => {
    const person = await t.login('supplier5')
    const { employeeId } = await invite(PEOPLE.supplier5.mobile)
    const params = { invitationId: employeeId }
    await person.call(e.declineEmployment, { params })
    expect((await person.refused(e.acceptEmployment, { params })).status).toBe(404)
    await t.settle()
    const inbox = await buyer.call(messagePage, { query: { identity: 'purchaser' } })
    expect(inbox.rows.map((row) => row.title)).toContain('受邀者谢绝了加入邀请')

    await invite(PEOPLE.supplier5.mobile)
    expect(await buyer.refused(c.inviteAgain, { params: { employeeId } })).toMatchObject({ code: 10006 })
    await buyer.call(c.deleteEmployee, { params: { employeeId } })
    expect(await invitations(person)).toEqual([])
    expect((await person.refused(e.acceptEmployment, { params })).status).toBe(404)

    for (let times = 3; times <= 5; times++) {
      await invite(PEOPLE.supplier5.mobile)
      await buyer.call(c.deleteEmployee, { params: { employeeId } })
    }
    const body = { name: '受邀者', mobile: PEOPLE.supplier5.mobile }
    expect(await buyer.refused(c.createEmployee, { body })).toMatchObject({ code: 10006 })
    expect(await buyer.refused(v.invite, { body })).toMatchObject({ code: 10006 })

    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 2 * DAY))
    await invite(PEOPLE.supplier5.mobile)
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 8 * DAY))
    const later = await t.login('supplier5')
    buyer = await t.login('buyer', { workbench: 'purchaser' })
    expect(await invitations(later)).toEqual([])
    expect(await later.refused(e.acceptEmployment, { params })).toMatchObject({ code: 10002 })
    await buyer.call(c.inviteAgain, { params: { employeeId } })
    await later.call(e.acceptEmployment, { params })
    expect(await buyer.refused(c.inviteAgain, { params: { employeeId } })).toMatchObject({ code: 10002 })
  })

  test('by link shows on the own page too', async () => {
    const { mobile, name } = PEOPLE.supplier3
    const person = await t.login('supplier3')
    await buyer.call(v.invite, { body: { name, mobile } })
    const [one] = await invitations(person)
    await person.call(e.declineEmployment, { params: { invitationId: one!.invitationId } })
    expect((await buyer.call(c.guestPage, { query: { status: 4 } })).rows.map((row) => row.mobile)).toEqual([mobile])
    await buyer.call(v.invite, { body: { name, mobile } })
    const [two] = await invitations(person)
    expect((await buyer.refused(e.acceptEmployment, { params: { invitationId: two!.invitationId } })).status).toBe(404)
    await person.call(e.acceptEmployment, { params: { invitationId: two!.invitationId } })
    expect((await buyer.call(c.managePage, { query: { keyword: mobile } })).rows[0]).toMatchObject({ status: 1 })
  })
})

describe('the last administrator', () => {
  test('cannot leave', async () => {
    const { employments } = await buyer.call(e.ownEmployments, {})
    expect(employments[0]).toMatchObject({ isAdmin: true, noLeave: expect.stringContaining('移交') })
    const { employeeId } = employments[0]!
    expect(await buyer.refused(e.leaveCompany, { params: { employeeId } })).toMatchObject({ code: 10002 })
  })
})

describe('an account that a company opened', () => {
  test('gets its first password again until the person sets one', async () => {
    const mobile = '13900500002'
    const { employeeId } = await invite(mobile)
    expect(await reset(employeeId)).toMatchObject({ code: 10002 })
    const own = await joinFirst(t, mobile, { workbench: 'purchaser' })
    expect(await reset(employeeId)).toMatchObject({ code: 10002, message: expect.stringContaining('本人') })
    expect((await own.call(p.employeeOneself, {})).status).toBe(1)
    // Accepted, and the first password forgotten before it was changed: what a company may help with.
    await t.owner.query('update app_user set is_default_password = true where mobile_hash = $1', [
      blind('app_user.mobile', mobile),
    ])
    await buyer.call(c.resetPassword, { params: { employeeId } })
    expect((await own.refused(p.oneself, {})).status).toBe(401)
    await t.login(mobile)
    // Another company that employs the person as well has no say.
    const agent = await t.login('agent', { workbench: 'agency' })
    const there = await agent.call(c.createEmployee, { body: { name: '受邀者', mobile } })
    expect(await agent.refused(c.resetPassword, { params: there })).toMatchObject({ code: 10002 })
  })

  test('acts for that company alone, and is the owner’s from the first code on', async () => {
    const mobile = '13900500003'
    const { employeeId } = await invite(mobile)
    const agent = await t.login('agent', { workbench: 'agency' })
    await agent.call(c.createEmployee, { body: { name: '受邀者', mobile } })
    // The company uses the account it opened.
    const squatter = await joinFirst(t, mobile, { workbench: 'purchaser' })
    expect((await squatter.call(p.employeeOneself, {})).employeeId).toBe(employeeId)
    expect(await invitations(squatter)).toEqual([])
    const { rows } = await t.owner.query<{ id: string }>(
      'select e.id from employee e join app_user u on u.id = e.user_id where u.mobile_hash = $1 and e.company_id = $2',
      [blind('app_user.mobile', mobile), COMPANIES.agency.id],
    )
    const proof = { status: 403, message: expect.stringContaining('验证手机号') }
    const accept = { params: { invitationId: rows[0]!.id } }
    expect(await squatter.refused(e.acceptEmployment, accept)).toMatchObject(proof)
    const ask = { body: { companyId: COMPANIES.supplier1.id, name: '受邀者', message: '' } }
    expect(await squatter.refused(askToJoin, ask)).toMatchObject(proof)
    const move = { body: { mobile: '13900500099', code: '000000', password: CHOSEN_PASSWORD } }
    expect(await squatter.refused(p.changeMobile, move)).toMatchObject(proof)
    // Somebody makes the number's owner an expert: that is nothing to whoever knows the first password.
    await t.owner.query(
      `insert into expert (tenant_id, id, user_id, name, kind, mobile, created_at)
       select 1, gen_random_uuid(), id, '受邀者', 'technical', '', now() from app_user where mobile_hash = $1`,
      [blind('app_user.mobile', mobile)],
    )
    await t.kernel.actorChanged((await squatter.call(p.oneself, {})).userId)
    expect((await squatter.call(p.oneself, {})).isExpert).toBe(false)

    // The owner of the number registers: the account is theirs, with their password.
    const owner = t.client()
    const body = { mobile, code: await codeFor(t, mobile, { by: owner, purpose: 'register' }), nickname: '真机主' }
    await owner.call(p.register, { body: { ...body, password: 'Winter2026', again: 'Winter2026' } })
    expect((await squatter.refused(p.oneself, {})).status).toBe(401)
    const wrong = { body: { mode: 'password' as const, account: mobile, password: CHOSEN_PASSWORD } }
    expect(await t.client().refused(p.login, wrong)).toMatchObject({ code: 10010 })
    expect(await owner.call(p.oneself, {})).toMatchObject({ nickname: '真机主', isExpert: true })
    expect(await owner.call(p.joinedCompanies, {})).toEqual([])
    expect((await detail(employeeId)).status).toBe(2)
    expect((await invitations(owner)).map((one) => one.companyName).toSorted()).toEqual(
      [COMPANIES.hospital.name, COMPANIES.agency.name].toSorted(),
    )
    await owner.call(e.declineEmployment, { params: { invitationId: employeeId } })
    // A number whose account is somebody's own is registered once.
    const again = { mobile, code: '', nickname: '另一人', password: 'Winter2026', again: 'Winter2026' }
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 120_000))
    const other = t.client()
    again.code = await codeFor(t, mobile, { by: other, purpose: 'register' })
    expect(await other.refused(p.register, { body: again })).toMatchObject({ code: 10003 })
  })

  test('logging in by code ends what was done with the first password', async () => {
    buyer = await t.login('buyer', { workbench: 'purchaser' })
    const mobile = '13900500004'
    const { employeeId } = await invite(mobile)
    const squatter = await joinFirst(t, mobile, { workbench: 'purchaser' })
    // A passkey logs in without any password.
    const { userId } = await squatter.call(p.oneself, {})
    await t.owner.query(
      `insert into second_factor (id, user_id, kind, name, credential_id, created_at, confirmed_at)
       values (gen_random_uuid(), $1, 'passkey', '别人的', 'squatted', now(), now())`,
      [userId],
    )
    const owner = t.client()
    await owner.call(p.login, { body: { mode: 'sms', mobile, code: await codeFor(t, mobile, { by: owner }) } })
    expect((await squatter.refused(p.oneself, {})).status).toBe(401)
    expect((await t.owner.query('select 1 from second_factor where user_id = $1', [userId])).rows).toEqual([])
    expect(await owner.call(p.oneself, {})).toMatchObject({ hasPassword: false, isDefaultPassword: false })
    expect((await detail(employeeId)).status).toBe(2)
    await owner.call(e.acceptEmployment, { params: { invitationId: employeeId } })
    expect(await reset(employeeId)).toMatchObject({ code: 10002, message: expect.stringContaining('本人') })
  })

  test('is the owner’s by the link of an invitation as well', async () => {
    const mobile = '13900500005'
    const agent = await t.login('agent', { workbench: 'agency' })
    await agent.call(c.createEmployee, { body: { name: '受邀者', mobile } })
    const squatter = await joinFirst(t, mobile, { workbench: 'agency' })
    await buyer.call(v.invite, { body: { name: '受邀者', mobile } })
    const { rows } = await t.owner.query<{ body: string }>(
      "select body from channel_outbox where recipient_hash = $1 and body like '%/join/%'",
      [blind('channel_outbox.recipient', mobile)],
    )
    const token = /\/join\/([\w-]+)/.exec(rows[0]!.body)![1]!
    expect(await squatter.refused(v.acceptInvitation, { params: { token } })).toMatchObject({ status: 403 })
    expect((await t.client().call(v.invitation, { params: { token } })).hasAccount).toBe(false)
    const body = { password: 'Winter2026', again: 'Winter2026' }
    await t.client().call(v.registerInvited, { params: { token }, body })
    expect((await squatter.refused(p.oneself, {})).status).toBe(401)
    const owner = await t.login(mobile, { password: 'Winter2026' })
    expect((await owner.call(p.joinedCompanies, {})).map((one) => one.companyName)).toEqual([COMPANIES.hospital.name])
  })
})

test('a new administrator and the one before get a message', async () => {
  const mobile = '13900500006'
  const { employeeId } = await invite(mobile, '新管理员')
  const heir = await prove(t, mobile, { workbench: 'purchaser' })
  await buyer.call(c.transferAdministrator, { body: { toEmployeeId: employeeId, password: PASSWORD } })
  await t.settle()
  const { rows } = await heir.call(messagePage, { query: { identity: 'purchaser' } })
  expect(rows.map((row) => row.title)).toContain(`您已成为${COMPANIES.hospital.name}的管理员`)
})
