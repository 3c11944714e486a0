import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { WorkbenchName } from '#contract/workbench.ts'
import { PasskeyResponse } from './contract-factors.ts'
import { DEFAULT_PASSWORD_RULE } from './rules.ts'
import { PASSWORD_LONGEST } from './rules-policy.ts'

const Mobile = z
  .string()
  .trim()
  .regex(/^\d{11}$/, '请输入11位手机号码')
/** Whether it fits is the tenant's rule to say, which the server knows. */
const NewPassword = z.string().trim().min(1, DEFAULT_PASSWORD_RULE).max(PASSWORD_LONGEST, '密码不能超过64位')

/** What a proof of work is for: trying a password, or having a code sent. */
const ProofPurpose = z.enum(['login', 'sms'])
export type ProofPurpose = z.output<typeof ProofPurpose>

/** Challenge and solution of a proof of work, as base64 of JSON. */
const Proof = z.string().max(4000)

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Log in with account and password, with a code sent by SMS, or with a passkey',
  body: z.discriminatedUnion('mode', [
    z.object({
      mode: z.literal('password'),
      account: z.string().trim().min(1, '请输入账号').max(60),
      password: z.string().min(1, '请输入密码').max(200),
      proof: Proof.optional(),
    }),
    z.object({ mode: z.literal('passkey'), response: PasskeyResponse }),
    z.object({ mode: z.literal('sms'), mobile: Mobile, code: z.string().regex(/^\d{6}$/, '请输入6位验证码') }),
  ]),
  returns: z.object({
    userId: Id,
    nickname: z.string(),
    /** A second factor must be shown or set up before anything else can be done. */
    factorDue: z.boolean(),
  }),
  errors: ['credentials', 'captcha', 'locked', 'tooMany', 'disabled'],
  once: false,
})

export const logout = endpoint({ method: 'POST', path: '/logout', summary: 'End this session', once: false })

export const loginStatus = endpoint({
  method: 'GET',
  path: '/passport/status',
  summary: 'Whether somebody is logged in here, and as an employee of which company',
  returns: z.object({
    loggedIn: z.boolean(),
    /** A company was entered. Whether it may be worked for now, `employees/oneself` tells by its status. */
    asEmployee: z.boolean(),
    companyId: Id.nullable(),
    /** A second factor must be shown or set up first. */
    factorDue: z.boolean(),
  }),
})

export const oneself = endpoint({
  method: 'GET',
  path: '/users/oneself',
  summary: 'The person logged in',
  returns: z.object({
    userId: Id,
    account: z.string(),
    nickname: z.string(),
    face: z.string(),
    mobile: z.string(),
    isBindWX: z.boolean(),
    isDefaultPassword: z.boolean(),
    /** False: has never set one and logs in by SMS code. */
    hasPassword: z.boolean(),
    isExpert: z.boolean(),
    isPlatformAdmin: z.boolean(),
  }),
})

export const employeeOneself = endpoint({
  method: 'GET',
  path: '/enterprise/employees/oneself',
  summary: 'The person as an employee of the company entered',
  returns: z.object({
    userId: Id,
    userInfo: z.object({
      face: z.string(),
      nickname: z.string(),
      mobile: z.string(),
      isDefaultPassword: z.number().int(),
      wxMpOpenid: z.string().nullable(),
    }),
    employeeId: Id.nullable(),
    employeeInfo: z.object({
      role: z.string().describe('comma-separated rights'),
      email: z.string(),
      name: z.string(),
      features: z.array(z.string()),
    }),
    isAdmin: z.boolean(),
    isSigner: z.boolean(),
    deleted: z.boolean(),
    status: z.number().int().describe('1 in use, 0 disabled'),
    deptInfo: z.object({ deptId: Id, name: z.string() }).nullable(),
    company: z
      .object({
        companyId: Id,
        companyName: z.string(),
        companyType: z.number().int(),
        status: z.number().int(),
        isPurchaser: z.boolean(),
        isAgency: z.boolean(),
        isSupplier: z.boolean(),
        isCertified: z.boolean(),
      })
      .nullable(),
    /** Workbenches this person may enter now, in order of preference. */
    workbenches: z.array(WorkbenchName),
    rights: z.array(z.string()),
  }),
})

const WeChatBinding = z.object({
  isBindWX: z.boolean(),
  /** When the WeChat account was bound. */
  boundAt: Instant.nullable(),
})

export const wxBindCode = endpoint({
  method: 'GET',
  path: '/wx/mp/bind/qr-code',
  summary: 'A QR code; scanned with WeChat it binds that account to the person',
  returns: z.object({
    scene: z.string(),
    /** What the code holds. */
    url: z.string(),
    svg: z.string(),
    expiresAt: Instant,
    /** No official account is configured: scanning is played on a page of our own. */
    isLocal: z.boolean(),
  }),
  errors: ['unavailable'],
})

export const wxBinding = endpoint({
  method: 'GET',
  path: '/wx/mp/bind',
  summary: 'Whether a WeChat account is bound, and what became of the code shown last',
  returns: WeChatBinding.extend({
    /** Why the last scan did not bind; empty otherwise. */
    refusal: z.string(),
  }),
})

export const wxUnbind = endpoint({
  method: 'DELETE',
  path: '/wx/mp/bind',
  summary: 'Unbind the WeChat account',
})

const Signed = z.object({
  signature: z.string().max(80),
  timestamp: z.string().max(20),
  nonce: z.string().max(80),
})

export const wxCallbackCheck = endpoint({
  method: 'GET',
  path: '/wx/mp/callback',
  summary: 'WeChat asks whether this address belongs to the official account',
  query: Signed.extend({ echostr: z.string().max(200) }),
  answer: 'file',
})

export const wxCallback = endpoint({
  method: 'POST',
  path: '/wx/mp/callback',
  summary: 'WeChat tells of a scan (XML, signed)',
  query: Signed.extend({ openid: z.string().max(80).optional() }),
  body: z.string().max(20_000),
  answer: 'file',
  once: false,
})

/** The page on which a scan is played has `{scene}` in its address. */
export const demoScan = endpoint({
  method: 'POST',
  path: '/demo/wechat/{scene}',
  summary: 'Demonstration: a telephone scans the QR code, and WeChat calls back',
  params: z.object({ scene: z.string().max(64) }),
  body: z.object({ openid: z.string().regex(/^[\w-]{6,64}$/, '微信号格式不正确') }),
  returns: z.object({ reply: z.string() }),
  once: false,
})

export const superviseInfo = endpoint({
  method: 'GET',
  path: '/enterprise/employees/supervise-info',
  summary: 'Supervising institutions of the company entered, and the big-project flag',
  returns: z.object({ stateOwnedSupervise: z.array(z.string()), bigProject: z.boolean() }),
})

export const JoinedCompany = z.object({
  companyId: Id,
  companyName: z.string(),
  companyStatus: z.number().int(),
  employeeId: Id,
  employeeStatus: z.number().int(),
  isCurrent: z.boolean(),
})

export const joinedCompanies = endpoint({
  method: 'GET',
  path: '/join-company',
  summary: 'Companies the person belongs to',
  returns: z.array(JoinedCompany),
})

export const enterCompany = endpoint({
  method: 'POST',
  path: '/enter-company',
  summary: 'Work for one of the joined companies from now on in this session',
  body: z.object({ companyId: Id }),
  returns: z.object({ employeeId: Id, companyId: Id }),
  errors: ['disabled'],
  once: false,
})

export const mobileExists = endpoint({
  method: 'GET',
  path: '/users/mobile/exist',
  summary: 'Whether a mobile number is one’s own, or a colleague’s for administrators; says nothing about other people',
  query: z.object({ mobile: Mobile }),
  returns: z.object({ exist: z.boolean() }),
})

export const captcha = endpoint({
  method: 'GET',
  path: '/captcha',
  summary:
    'Work for the browser to prove, in place of a picture: good once, for five minutes, for this account or number',
  query: z.object({ purpose: ProofPurpose, subject: z.string().trim().min(1).max(60) }),
  returns: z.object({ challenge: z.looseObject({}).describe('of altcha-lib, to be solved with PBKDF2') }),
})

export const sendSms = endpoint({
  method: 'POST',
  path: '/passport/sms/send',
  summary: 'Send a code for logging in or registering to a mobile number',
  body: z.object({
    mobile: Mobile,
    /** A log-in code goes only to numbers that have an account. */
    purpose: z.enum(['login', 'register']).default('login'),
    proof: Proof.optional(),
  }),
  returns: z.object({
    sent: z.boolean(),
    retryAfterSeconds: z.number().int(),
    /** Nothing is sent while demonstrating: the code is in the outbox at `/demo/outbox`. */
    inDemoOutbox: z.boolean(),
  }),
  errors: ['tooMany', 'captcha'],
  once: false,
})

export const register = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Make an account for a mobile number by the code sent to it, and log in',
  body: z
    .object({
      mobile: Mobile,
      code: z.string().regex(/^\d{6}$/, '请输入6位验证码'),
      nickname: z.string().trim().min(2, '请输入姓名').max(40),
      password: NewPassword,
      again: z.string().trim().min(1, '请再次输入密码'),
    })
    .refine((v) => v.password === v.again, { path: ['again'], message: '两次输入密码不一致!' }),
  returns: z.object({ userId: Id, nickname: z.string() }),
  errors: ['conflict', 'invalid'],
  once: false,
})

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/users/oneself/password',
  summary: 'Change the own password; other sessions of the account end',
  body: z
    .object({
      current: z.string().trim().min(1, '请输入当前密码'),
      next: NewPassword,
      again: z.string().trim().min(1, '请再次输入新密码'),
    })
    .refine((v) => v.next === v.again, { path: ['again'], message: '两次输入密码不一致!' }),
  errors: ['credentials', 'locked'],
})

export const resetByCode = endpoint({
  method: 'POST',
  path: '/passport/password',
  summary: 'Set a new password by the code sent to the number of the account; its sessions end, then log in',
  body: z
    .object({
      mobile: Mobile,
      code: z.string().regex(/^\d{6}$/, '请输入6位验证码'),
      password: NewPassword,
      again: z.string().trim().min(1, '请再次输入密码'),
    })
    .refine((v) => v.password === v.again, { path: ['again'], message: '两次输入密码不一致!' }),
  errors: ['conflict', 'invalid'],
  once: false,
})

export const changeMobile = endpoint({
  method: 'PATCH',
  path: '/users/oneself/mobile',
  summary:
    'Move the account to another mobile number by the code sent to it; other sessions end, the old number is told',
  body: z.object({
    mobile: Mobile,
    code: z.string().regex(/^\d{6}$/, '请输入6位验证码'),
    /** The log-in password; left out by who has none. */
    password: z.string().max(200).optional(),
  }),
  errors: ['conflict', 'invalid', 'locked', 'forbidden'],
})

export const ownSessions = endpoint({
  method: 'GET',
  path: '/users/oneself/sessions',
  summary: 'Where this account is logged in',
  returns: z.array(
    z.object({
      sessionId: Id,
      ip: z.string(),
      userAgent: z.string(),
      createdAt: Instant,
      lastSeenAt: Instant,
      isCurrent: z.boolean(),
    }),
  ),
})

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/oneself/sessions',
  summary: 'End all own sessions but this one; their devices are strangers from then on',
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/users/oneself/sessions/{sessionId}',
  summary: 'End one of the own sessions',
  params: z.object({ sessionId: Id }),
})

export const exportTicket = endpoint({
  method: 'POST',
  path: '/access-token',
  summary: 'A ticket for opening one file address in a new window: single use, 60 seconds',
  body: z.object({ path: z.string().startsWith('/api/').max(2000) }),
  returns: z.object({ url: z.string() }),
  once: false,
})
