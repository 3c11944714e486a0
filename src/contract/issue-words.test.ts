import { expect, test } from 'vitest'
import * as z from 'zod'
import { issueWords } from './issue-words.ts'

/** What is said of an input, whatever language is set elsewhere. */
function said(kind: z.ZodType, input: unknown): string[] {
  return (kind.safeParse(input, { error: issueWords }).error?.issues ?? []).map((issue) => issue.message)
}

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, '请填写此项'],
  [z.string(), null, '请填写此项'],
  [z.string(), 7, '请输入文字'],
  [z.string().min(1), '', '请填写此项'],
  [z.string().min(2), 'x', '至少2个字'],
  [z.string().max(60), 'x'.repeat(61), '不能超过60个字'],
  [z.string().length(18), 'x', '应为18个字'],
  [z.coerce.number(), 'abc', '请输入数字'],
  [z.number().int(), 1.5, '请输入整数'],
  [z.number().min(1), 0, '不能小于1'],
  [z.number().max(50), 51, '不能大于50'],
  [z.number().gt(0), 0, '应大于0'],
  [z.number().multipleOf(5), 7, '应为5的倍数'],
  [z.boolean(), 'x', '请选择是或否'],
  [z.enum(['a', 'b']), 'c', '请从列出的选项中选择'],
  [z.enum(['a', 'b']), undefined, '请填写此项'],
  [z.array(z.string()).min(1), [], '请至少选择一项'],
  [z.array(z.string()).max(1), ['a', 'b'], '不能超过1项'],
  [z.object({}), [], '数据格式错误'],
  [z.email(), 'x', '邮箱格式不正确'],
  [z.uuid(), 'x', '编号格式不正确'],
  [z.iso.datetime(), 'x', '时间格式不正确'],
  [z.string().regex(/^\d$/), 'x', '格式不正确'],
  [z.strictObject({}), { odd: 1 }, '含有未知的内容：odd'],
  [z.union([z.string(), z.number()]), true, '输入有误，请检查'],
])('%# %j', (kind, input, words) => {
  expect(said(kind, input)).toEqual([words])
})

test('words of the contract itself come first', () => {
  expect(said(z.string().min(1, '请输入账号'), '')).toEqual(['请输入账号'])
})
