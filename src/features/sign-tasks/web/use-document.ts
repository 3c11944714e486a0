import { useEffect, useState } from 'react'
import { toHex } from '#features/sealing/core/bytes.ts'
import { call, CallError } from '#web/call.ts'
import { signTaskContent } from '../contract.ts'

type Content =
  | { state: 'waiting' }
  | { state: 'here'; blob: Blob; sha256: string }
  | { state: 'failed'; reason: string }

/** The newest revision of a document with the hash that this browser computes of it. */
export function useDocument({
  id,
  revision,
  sha256,
}: {
  id: string
  revision: number
  sha256: string | null
}): Content {
  const key = `${id} ${revision} ${sha256}`
  const [known, setKnown] = useState<{ key: string; content: Content }>({ key: '', content: { state: 'waiting' } })
  useEffect(() => {
    let isOver = false
    const tell = (content: Content) => isOver || setKnown({ key, content })
    load(id).then(tell, (error: unknown) =>
      tell({ state: 'failed', reason: error instanceof CallError ? error.message : '文件无法打开' }),
    )
    return () => {
      isOver = true
    }
  }, [id, key])
  return known.key === key ? known.content : { state: 'waiting' }
}

async function load(id: string): Promise<Content> {
  const blob = (await call(signTaskContent, { params: { id } })) as unknown as Blob
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return { state: 'here', blob, sha256: toHex(new Uint8Array(digest)) }
}
