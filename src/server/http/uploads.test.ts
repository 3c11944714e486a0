import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import { FEATURES } from '../features.ts'
import { anybody } from '../files/policy.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { cleanName } from './uploads.ts'

const quota = { person: { bytes: 1e9, files: 100 }, company: { bytes: 1e9, files: 100 } }

let system: TestSystem
beforeAll(async () => {
  const uploads = {
    picture: { maxSize: 1000, types: ['image/png'], entitled: anybody, ...quota },
    sealed: { maxSize: 5_000_000, types: ['cipher'], entitled: anybody, ...quota },
  }
  system = await testSystem({ from: 'people', features: [...FEATURES, { name: 'probe', routes: [], uploads }] })
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const tus = { 'tus-resumable': '1.0.0' }
const meta = (use: string, name = 'a.bin') =>
  `use ${Buffer.from(use).toString('base64')},filename ${Buffer.from(name).toString('base64')}`

test('an upload becomes a stored file of its owner, known by its hash', async () => {
  const supplier = await system.login('supplier1')
  const content = Buffer.alloc(3_000_000, 7)
  const file = await supplier.upload('sealed', '投标 文件.enc', content)
  expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  const { rows } = await system.owner.query(
    'select name, size::int as size, user_id, use from file_object where id = $1',
    [file.fileId],
  )
  expect(rows).toEqual([{ name: '投标 文件.enc', size: 3_000_000, user_id: PEOPLE.supplier1.id, use: 'sealed' }])
  const chunks: Buffer[] = []
  for await (const chunk of await system.kernel.files.read(file.sha256)) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(content)).toBe(true)
})

test('an interrupted upload goes on where it stopped', async () => {
  const supplier = await system.login('supplier1')
  const content = Buffer.from('0123456789'.repeat(1000))
  const created = await supplier.fetch('POST', '/api/files/tus', undefined, {
    headers: { ...tus, 'upload-length': '10000', 'upload-metadata': meta('sealed') },
  })
  const path = new URL(created.headers.get('location')!, `${system.base}/api/files/tus`).pathname
  const part = (from: number, to: number) =>
    supplier.fetch('PATCH', path, content.subarray(from, to), {
      headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
    })
  await part(0, 4000)
  const offset = (await supplier.fetch('HEAD', path, undefined, { headers: tus })).headers.get('upload-offset')
  expect(offset).toBe('4000')
  const done = await part(4000, 10_000)
  expect(done.headers.get('x-file-sha256')).toBe(createHash('sha256').update(content).digest('hex'))
})

test('an address that names no upload is not found, whatever stands in it', async () => {
  const supplier = await system.login('supplier1')
  for (const id of ['x', 'a'.repeat(150), '%2e%2e', 'store-id', `${crypto.randomUUID()}.info`, crypto.randomUUID()])
    await expect(supplier.fetch('HEAD', `/api/files/tus/${id}`, undefined, { headers: tus })).rejects.toMatchObject({
      status: 404,
    })
})

test('nobody else may continue, look at or end an upload; a stranger may not begin one', async () => {
  const [owner, other] = [await system.login('supplier1'), await system.login('supplier2')]
  const begin = { headers: { ...tus, 'upload-length': '10', 'upload-metadata': meta('sealed') } }
  const created = await owner.fetch('POST', '/api/files/tus', undefined, begin)
  const path = new URL(created.headers.get('location')!, `${system.base}/api/files/tus`).pathname
  const patch = { headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } }
  await expect(other.fetch('PATCH', path, Buffer.from('0123456789'), patch)).rejects.toMatchObject({ status: 404 })
  await expect(other.fetch('HEAD', path, undefined, { headers: tus })).rejects.toMatchObject({ status: 404 })
  await expect(other.fetch('DELETE', path, undefined, { headers: tus })).rejects.toMatchObject({ status: 404 })
  await expect(system.client().fetch('POST', '/api/files/tus', undefined, begin)).rejects.toMatchObject({ status: 401 })
  owner.cookies.delete('kb_xsrf')
  await expect(owner.fetch('PATCH', path, Buffer.from('0123456789'), patch)).rejects.toMatchObject({ status: 403 })
})

test('size, use and type by content are checked', async () => {
  const supplier = await system.login('supplier1')
  await supplier.upload('picture', 'a.png', PNG)
  await expect(supplier.upload('picture', 'a.png', Buffer.from('<script>alert(1)</script>'))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('不支持的文件类型'),
  })
  await expect(supplier.upload('picture', 'a.png', Buffer.alloc(1001))).rejects.toMatchObject({ status: 413 })
  // Names that every object knows are no uses either: without one there would be no limit of size.
  for (const use of ['other', '', 'constructor', '__proto__', 'toString'])
    await expect(supplier.upload(use, 'a.png', PNG)).rejects.toMatchObject({ status: 400, message: /未知的文件用途/ })
})

test('a refused upload is answered like every other call: code of the catalogue, words, request id', async () => {
  const supplier = await system.login('supplier1')
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/)
  await expect(supplier.upload('picture', 'a.png', Buffer.alloc(1001))).rejects.toMatchObject({
    body: { code: 10014, message: expect.stringContaining('文件不能超过'), requestId },
  })
  await expect(supplier.upload('picture', 'a.png', Buffer.from('text'))).rejects.toMatchObject({
    body: { code: 10015, message: '不支持的文件类型，可上传 PNG', requestId },
  })
  const nowhere = `/api/files/tus/${'0'.repeat(32)}`
  await expect(supplier.fetch('HEAD', nowhere, undefined, { headers: tus })).rejects.toMatchObject({ status: 404 })
  await expect(supplier.fetch('DELETE', nowhere, undefined, { headers: tus })).rejects.toMatchObject({
    body: { code: 404, message: '内容不存在', requestId },
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\合同.docx', '合同.docx'],
  ['.htaccess', 'htaccess'],
  ['a\u202egnp.exe', 'agnp.exe'],
  ['   ', 'file'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('name %j becomes %j', (name, clean) => {
  expect(cleanName(name)).toBe(clean)
})
