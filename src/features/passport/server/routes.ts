import type { Feature } from '#server/feature.ts'
import { type FileAnswer, implementFile, implementForPerson, implementPublic } from '#server/implement.ts'
import * as contract from '../contract.ts'
import * as account from './account.ts'
import { askProof } from './ask-proof.ts'
import { enter, joined } from './companies.ts'
import { setPasswordByCode } from './forgotten.ts'
import { deviceSource } from './devices.ts'
import { resetDue } from './factor-resets.ts'
import { factorRoutes } from './factor-routes.ts'
import { home } from './home.ts'
import { logIn, prepareLogin } from './login.ts'
import { moveMobile, prepareMobile } from './mobile.ts'
import { prepareRegistration, registerPerson } from './register.ts'
import { messageKinds } from './security-messages.ts'
import { sendCode } from './sms-codes.ts'
import { policyRoutes } from './policy.ts'
import { makeTicket } from './tickets.ts'
import { binding, bindCode, prepareScene, unbind } from './wechat-bind.ts'
import { echo, playScan, receive } from './wechat-callback.ts'

/** Who somebody is, and for whom they work. */
export const passport = (acceptFirst: account.FirstPassword): Feature => ({
  name: 'passport',
  home,
  messageKinds,
  subscribers: [resetDue],
  routes: [
    ...policyRoutes,
    ...factorRoutes,
    implementPublic(contract.login, { prepare: prepareLogin }, (ctx, input) => logIn(ctx, input)),
    implementPublic(contract.logout, { beforeFactor: true }, (ctx, { raw }) => account.logOut(ctx, raw)),
    implementPublic(contract.loginStatus, { beforeFactor: true }, (ctx, { raw }) => account.status(ctx, raw)),
    implementPublic(contract.captcha, {}, (ctx, { query, raw }) => askProof(ctx, query, raw)),
    implementPublic(contract.sendSms, {}, (ctx, { body, raw }) =>
      sendCode(ctx, { ...body, source: deviceSource(ctx, raw) }),
    ),
    implementPublic(contract.register, { prepare: prepareRegistration }, (ctx, input) => registerPerson(ctx, input)),
    implementPublic(contract.resetByCode, { prepare: prepareRegistration }, (ctx, input) =>
      setPasswordByCode(ctx, input),
    ),
    implementForPerson(contract.oneself, {}, account.person),
    implementForPerson(contract.employeeOneself, {}, account.employee),
    implementForPerson(contract.superviseInfo, {}, account.supervision),
    implementForPerson(contract.joinedCompanies, {}, joined),
    implementForPerson(contract.enterCompany, {}, (ctx, { body, raw }) => enter(ctx, body.companyId, raw.reply)),
    implementForPerson(contract.mobileExists, {}, (ctx, { query }) => account.mobileExists(ctx, query.mobile)),
    implementForPerson(contract.changePassword, { prepare: account.preparePassword }, account.setPassword(acceptFirst)),
    implementForPerson(contract.changeMobile, { prepare: prepareMobile }, (ctx, input) => moveMobile(ctx, input)),
    implementForPerson(contract.ownSessions, {}, account.sessions),
    implementForPerson(contract.revokeOtherSessions, {}, account.endOtherSessions),
    implementForPerson(contract.revokeSession, {}, (ctx, { params, raw }) =>
      account.endSession(ctx, params.sessionId, raw.reply),
    ),
    implementForPerson(contract.exportTicket, {}, (ctx, { body }) => makeTicket(ctx, body.path)),

    implementForPerson(contract.wxBindCode, { prepare: prepareScene, readOnly: false }, (ctx, { prepared }) =>
      bindCode(ctx, prepared),
    ),
    implementForPerson(contract.wxBinding, {}, binding),
    implementForPerson(contract.wxUnbind, {}, unbind),
    implementFile(contract.wxCallbackCheck, { audience: 'public' }, (ctx, { query }) => echo(ctx, query)),
    implementFile(contract.wxCallback, { audience: 'public', prepare: receive }, (_ctx, { prepared }) =>
      Promise.resolve(prepared as FileAnswer),
    ),
    implementPublic(contract.demoScan, {}, (ctx, { params, body, raw }) =>
      playScan(ctx, raw, { scene: params.scene, openid: body.openid }),
    ),
  ],
})
