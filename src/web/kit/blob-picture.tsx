import { useEffect, useState } from 'react'

/** A picture from its bytes, on paper of its own. */
export function BlobPicture({ blob, name }: { blob: Blob; name: string }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url ? <img className="kb-picture" src={url} alt={name} /> : null
}
