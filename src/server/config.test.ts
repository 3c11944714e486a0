import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesPlace, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')
const SECRET = 'x'.repeat(32)

test('what is set to nothing is not set', () => {
  const empty = { PORT: '', HOST: '', DATABASE_URL: '', KAIBIAO_SECRET: '', LOG_LEVEL: '', TRUST_PROXY: '' }
  expect(readConfig({ ...empty, KAIBIAO_DATA: dataDir })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: '',
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    logLevel: 'warn',
    trustProxy: 0,
    dataDir,
  })
})

test.each(['abc', '65536', '-1', '3000.5'])('PORT=%s is refused by name', (PORT) => {
  expect(() => readConfig({ PORT, KAIBIAO_DATA: dataDir })).toThrow(/^PORT .*65535.*: /)
})

test('a port that browsers refuse is refused by name', () => {
  for (const PORT of ['6000', '10080', '22'])
    expect(() => readConfig({ PORT, KAIBIAO_DATA: dataDir })).toThrow(`浏览器拒绝访问端口 ${PORT}`)
  expect(readConfig({ PORT: '6001', KAIBIAO_DATA: dataDir }).port).toBe(6001)
})

test('production starts with everything set, and else names all that is missing or unsafe', () => {
  const production = { NODE_ENV: 'production', KAIBIAO_DATA: dataDir }
  const whole = { ...production, KAIBIAO_SECRET: SECRET, DATABASE_URL: 'postgres://x', PUBLIC_URL: 'https://x' }
  expect(readConfig(whole)).toMatchObject({ mode: 'production', demo: false, logLevel: 'info' })
  expect(readConfig({ KAIBIAO_DEMO: '0', KAIBIAO_DATA: dataDir })).toMatchObject({ mode: 'demo', demo: false })
  expect(() => readConfig(production)).toThrow(/KAIBIAO_SECRET[^]*DATABASE_URL[^]*PUBLIC_URL/)
  for (const unsafe of [{ KAIBIAO_SECRET: 'short' }, { DATABASE_URL: '' }, { PUBLIC_URL: '' }, { KAIBIAO_DEMO: '1' }])
    expect(() => readConfig({ ...whole, ...unsafe })).toThrow(Object.keys(unsafe)[0])
})

test('files lie in the data folder, or in the bucket that S3_URL names', () => {
  const plain = readConfig({ KAIBIAO_DATA: dataDir, BID_RESERVE_GIB: '2' })
  expect(filesPlace(plain)).toEqual({ folder: join(dataDir, 'files'), reserve: 2 * 2 ** 30, s3: null })
  const shared = readConfig({ KAIBIAO_DATA: dataDir, S3_URL: 'https://key:word@s3.example.com/kaibiao' })
  expect(filesPlace(shared).s3).toMatchObject({ endpoint: 'https://s3.example.com', bucket: 'kaibiao' })
  expect(() => readConfig({ KAIBIAO_DATA: dataDir, S3_URL: 'kaibiao' })).toThrow(/^S3_URL /)
})
