/**
 * The error catalogue: one row per code. Codes below 1000 repeat an HTTP status; 10xxx are the platform's own,
 * 41xxx those of value-added services (specification part 1 section 8, part 2 section 8).
 * `message` is what a person reads; a thrown error may give a more precise one.
 */
export const ERRORS = {
  badRequest: { code: 400, status: 400, message: '请求有误，请检查后重试' },
  unauthenticated: { code: 401, status: 401, message: '用户信息已过期，请重新登录' },
  forbidden: { code: 403, status: 403, message: '权限不足，禁止访问' },
  notFound: { code: 404, status: 404, message: '内容不存在' },
  wrongFormat: { code: 406, status: 406, message: '数据格式错误' },
  server: { code: 500, status: 500, message: '服务器错误，请稍后重试' },
  invalid: { code: 10001, status: 400, message: '表单填写错误，请按照提示填写' },
  wrongState: { code: 10002, status: 409, message: '当前状态不允许该操作，请刷新后重试' },
  conflict: { code: 10003, status: 409, message: '数据已被他人修改，请刷新后重试' },
  idempotencyReuse: { code: 10004, status: 422, message: '同一请求编号用于不同内容' },
  idempotencyBusy: { code: 10005, status: 409, message: '相同请求正在处理，请稍候' },
  tooMany: { code: 10006, status: 429, message: '操作过于频繁，请稍后再试' },
  csrf: { code: 10007, status: 403, message: '请求来源校验失败，请刷新页面后重试' },
  noRight: { code: 10008, status: 403, message: '无权限访问' },
  captcha: { code: 10009, status: 400, message: '安全验证未通过，请重试' },
  credentials: { code: 10010, status: 400, message: '账号或密码错误' },
  locked: { code: 10011, status: 423, message: '密码错误次数过多，请15分钟后再试，或使用短信验证码登录' },
  disabled: { code: 10012, status: 403, message: '当前登录用户已被禁用' },
  notEmployee: { code: 10013, status: 403, message: '用户未登录员工身份' },
  tooLarge: { code: 10014, status: 413, message: '文件超过大小限制' },
  fileType: { code: 10015, status: 400, message: '不支持的文件类型' },
  noSpace: { code: 10016, status: 503, message: '存储空间不足，内容未被接收，请稍后重试' },
  confirm: { code: 10017, status: 409, message: '请确认后继续' },
  migrated: { code: 10018, status: 410, message: '该项目地址已迁移' },
  legalRule: { code: 10019, status: 422, message: '不符合法定程序要求' },
  tooEarly: { code: 10020, status: 409, message: '未到规定时间' },
  tooLate: { code: 10021, status: 409, message: '已超过截止时间' },
  unavailable: { code: 10022, status: 503, message: '服务暂不可用，请稍后重试' },
  tampered: { code: 10023, status: 422, message: '数据校验不通过' },
  offerStep: { code: 10024, status: 422, message: '报价未达到最小幅度' },
  offerCeiling: { code: 10025, status: 422, message: '报价超出起始价' },
  auctionNotRunning: { code: 10026, status: 409, message: '当前不在竞价时间内' },
  qualificationExpired: { code: 10027, status: 409, message: '要求的资质证件已过期' },
  uploadQuota: { code: 10040, status: 429, message: '近 30 天上传的此类文件已达上限' },
  onlyBids: {
    code: 10041,
    status: 503,
    message: '存储空间不足，剩余空间留给投标文件使用，请稍后重试或联系平台管理员',
  },
  factorNeeded: { code: 10042, status: 403, message: '请先完成双重验证' },
  stepUp: { code: 10043, status: 403, message: '为保证账号安全，请重新验证身份后继续' },
  fileAltered: { code: 10050, status: 500, message: '平台保存的文件与登记的指纹不符，请联系平台管理员' },
  insufficient: { code: 10060, status: 409, message: '余额不足' },
  serviceNotBought: { code: 41003, status: 403, message: '未购买该增值服务' },
  noBidFile: { code: 41004, status: 404, message: '当前项目暂无标书文件' },
  signUpClosed: { code: 41005, status: 409, message: '当前项目已截止报名' },
  serviceInfo: { code: 41006, status: 503, message: '获取增值服务信息异常' },
} as const satisfies Record<string, ErrorRow>

interface ErrorRow {
  code: number
  status: number
  message: string
}

export type ErrorName = keyof typeof ERRORS

/** What every failed call answers with. `details` depends on the code; for `invalid`: `{ path, message }[]`. */
export interface ErrorBody {
  code: number
  message: string
  details?: unknown
  requestId: string
  /** The caller may repeat the call with `confirm: true` after asking the person. */
  isConfirm?: boolean
}

/** A failure with a place in the catalogue. Throw it anywhere: the transaction rolls back and the caller gets its body. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly details: unknown

  constructor(name: ErrorName, message?: string, details?: unknown) {
    super(message ?? ERRORS[name].message)
    this.name = 'AppError'
    this.errorName = name
    this.details = details
  }

  get code(): number {
    return ERRORS[this.errorName].code
  }

  get status(): number {
    return ERRORS[this.errorName].status
  }
}
