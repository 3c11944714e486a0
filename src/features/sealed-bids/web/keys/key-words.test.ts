import { expect, test } from 'vitest'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import { WorkerError } from '#web/in-worker.ts'
import { keyProblem, passwordProblem, shortPrint } from './key-words.ts'

test('passwords that a guess would find are refused', () => {
  expect(passwordProblem('Kb2026x')).toContain('至少 8 位')
  expect(passwordProblem('abcdefghij')).toContain('字母和数字')
  expect(passwordProblem('aaaa1111')).toContain('过于简单')
  expect(passwordProblem('Kaibiao2026')).toBe('')
  expect(passwordProblem('开标用的口令2026')).toBe('')
})

test('a wrong password is told apart from a file that is no key', () => {
  expect(keyProblem(new WorkerError('wrong-key', 'x'))).toContain('口令不正确')
  expect(keyProblem(new EnvelopeError('malformed', 'x'))).toContain('不是有效的密钥文件')
  expect(keyProblem(new Error('网络异常'))).toBe('网络异常')
})

test('a fingerprint is shortened to what people compare', () => {
  expect(shortPrint('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0')).toBe(
    '66c7 f0f4 62ee edd9 … a8e0',
  )
})
