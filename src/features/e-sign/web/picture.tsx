import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, type LooseInput } from '#web/call.ts'
import { BlobPicture } from '#web/kit/blob-picture.tsx'

/** A picture that a call answers with; nothing while it loads, and where it cannot be had. */
export function Picture({ endpoint, input, name }: { endpoint: Endpoint; input: LooseInput; name: string }) {
  const [blob, setBlob] = useState<Blob | null>(null)
  const key = JSON.stringify(input)
  useEffect(() => {
    let isGone = false
    const load = call as (endpoint: Endpoint, input: LooseInput) => Promise<Blob>
    load(endpoint, JSON.parse(key) as LooseInput)
      .then((loaded) => {
        if (!isGone) setBlob(loaded)
      })
      // The page says in words what the picture shows.
      .catch(() => undefined)
    return () => {
      isGone = true
      setBlob(null)
    }
  }, [endpoint, key])
  return blob && <BlobPicture blob={blob} name={name} />
}
