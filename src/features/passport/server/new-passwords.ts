import { AppError } from '#contract/errors.ts'
import { type PasswordRule, passwordFitsRule, passwordRuleText } from '../rules-policy.ts'

interface NewPassword {
  password: string
  /** Name of the field it was typed into. */
  path: string
  /** Account and number of the person: a password that is one of them is no secret. */
  owner?: readonly (string | null)[]
}

/** Throws `invalid` for a new password that does not fit the tenant's rule, or that everybody tries first. */
export async function demandGoodPassword(rule: PasswordRule, { path, ...given }: NewPassword): Promise<void> {
  const message = await faultOf(rule, given)
  if (message !== null) throw new AppError('invalid', message, [{ path, message }])
}

/** Why a password may not be used at a tenant; null where it may. */
export async function faultOf(
  rule: PasswordRule,
  { password, owner = [] }: Omit<NewPassword, 'path'>,
): Promise<string | null> {
  if (!passwordFitsRule(password, rule)) return passwordRuleText(rule)
  const lower = password.toLowerCase()
  if (owner.some((name) => name && lower.includes(name.toLowerCase()))) return '密码不能包含账号或手机号码'
  return (await isCommon(lower)) ? '该密码过于常见，容易被猜中，请更换' : null
}

/** Whether a password stands, in lower case, on the list of those used most. */
async function isCommon(lower: string): Promise<boolean> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST)),
  )
  const list = await known
  return list.has(lower)
}

/** Half a megabyte: read when somebody first chooses a password. */
let known: Promise<ReadonlySet<string>> | null = null
const SHORTEST = 6
