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
export async function demandGoodPassword(
  rule: PasswordRule,
  { password, path, owner = [] }: NewPassword,
): Promise<void> {
  const refuse = (message: string) => new AppError('invalid', message, [{ path, message }])
  if (!passwordFitsRule(password, rule)) throw refuse(passwordRuleText(rule))
  const lower = password.toLowerCase()
  if (owner.some((name) => name && lower.includes(name.toLowerCase()))) throw refuse('密码不能包含账号或手机号码')
  if (await isCommon(lower)) throw refuse('该密码过于常见，容易被猜中，请更换')
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
