import { Button } from 'antd'
import { useRef, useState } from 'react'
import { tr } from './labels.ts'

interface FileChoiceProps {
  /** For a label that stands elsewhere; not needed inside of one. */
  id?: string
  accept: string
  onChoose: (file: File) => void
}

/** One file that is read here and sent nowhere. The browser's own control would speak the browser's language. */
export function FileChoice({ id, accept, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  return (
    <span className="kb-row kb-gap-12 kb-tight kb-wrap kb-relative kb-break">
      <input
        ref={input}
        id={id}
        className="kb-upload-input"
        type="file"
        accept={accept}
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (!file) return
          setName(file.name)
          onChoose(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>{tr('选择文件')}</Button>
      <span className="kb-muted">{name || tr('未选择文件')}</span>
    </span>
  )
}
