import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpClient } from '#server/testing/http-client.ts'
import { type KillableServer, killableServer } from '#server/testing/killable.ts'
import { decideCompanyAudit } from '../contract/admin.ts'
import * as c from '../contract/certification.ts'
import { application, newPerson } from './testing/company.ts'
import { blind } from '#server/testing/sealed.ts'

/* The only server process is killed while the platform certifies a company: all of it is there, once, or nothing. */

const MOBILE = '13900040001'
let server: KillableServer
let auditId = ''
beforeAll(async () => {
  server = await killableServer()
  const founder = await newPerson(server, { mobile: MOBILE, name: '程新' })
  auditId = (await founder.call(c.submitAudit, { body: await application(founder, 41) })).auditId
})

afterAll(() => server.stop())

test('killed while passing: the application waits, and is passed once by the next process', async () => {
  const pass = (client: HttpClient) => client.call(decideCompanyAudit, { params: { auditId }, body: { pass: true } })
  const platform = await server.login('admin', 'admin')
  // The employee is written last: company, tenant row and decision stand already, uncommitted.
  await server.killWhileWriting('employee', () => pass(platform))
  await server.start()
  expect(await stored()).toEqual({ status: 0, companies: 0, employees: 0 })

  const again = await server.login('admin', 'admin')
  await pass(again)
  await server.kill()
  await server.start()
  expect(await stored()).toEqual({ status: 1, companies: 1, employees: 1 })
  expect(
    (
      await (
        await server.login('admin', 'admin')
      ).refused(decideCompanyAudit, {
        params: { auditId },
        body: { pass: true },
      })
    ).code,
  ).toBe(10002)
  const founder = await server.login(MOBILE)
  expect(await founder.call(c.auditDetail, { params: { auditId } })).toMatchObject({ status: 1, actions: [] })
})

async function stored() {
  const { rows } = await server.owner.query(
    `select a.status, (select count(*)::int from company c where c.credit_code = a.credit_code) as companies,
       (select count(*)::int from employee e join app_user u on u.id = e.user_id where u.mobile_hash = $2) as employees
     from company_audit a where a.id = $1`,
    [auditId, blind('app_user.mobile', MOBILE)],
  )
  return rows[0]
}
