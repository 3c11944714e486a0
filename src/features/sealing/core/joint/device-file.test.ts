import { expect, it } from 'vitest'
import { EnvelopeError } from '../errors.ts'
import { deviceKeyOf, exportDeviceFile, importDeviceFile } from './device-file.ts'
import { randomScalar, scalarHex } from './group.ts'

const about = { ceremonyId: 'attempt-1', title: '一标段', holder: '张晓', createdAt: '2026-11-21T00:00:00.000Z' }

it('gives the secret back to who knows the password, and to nobody else', async () => {
  const secret = scalarHex(randomScalar())
  const file = await exportDeviceFile(secret, 'Kaibiao2026', about)
  expect(JSON.stringify(file)).not.toContain(secret)
  expect(file.deviceKey).toBe(deviceKeyOf(secret))
  expect(await importDeviceFile(JSON.parse(JSON.stringify(file)), 'Kaibiao2026', 'attempt-1')).toBe(secret)
  const refused = async (given: unknown, password: string, ceremonyId = 'attempt-1') =>
    importDeviceFile(given, password, ceremonyId).then(
      () => 'opened',
      (error: unknown) => (error instanceof EnvelopeError ? error.reason : error),
    )
  expect(await refused(file, 'Kaibiao2027')).toBe('wrong-key')
  expect(await refused({ ...file, holder: '李四' }, 'Kaibiao2026')).toBe('wrong-key')
  expect(await refused(file, 'Kaibiao2026', 'attempt-2')).toBe('foreign')
  expect(await refused({ ...file, kdf: { ...file.kdf, iterations: 1e12 } }, 'Kaibiao2026')).toBe('malformed')
  for (const odd of [null, 1, 'x', {}, []]) expect(await refused(odd, 'Kaibiao2026')).toBe('malformed')
})
