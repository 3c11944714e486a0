import { TableKit } from '@tiptap/extension-table'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import type { Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { Button } from 'antd'
import { useEffect } from 'react'
import { tr } from './labels.ts'
import type { RichNode, RichTextProps } from './rich-text-nodes.ts'

/** Only what notices and PDFs can draw; the rest of a paste is dropped by the schema. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    strike: false,
  }),
  TableKit.configure({ table: { resizable: false } }),
]

/** Loaded lazily through rich-text.tsx. */
export function RichTextEditor({ value, onChange, label = '正文', disabled = false, id, onEnter }: RichTextProps) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value ?? null,
    editable: !disabled,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': tr(label),
        class: 'kb-rich',
        ...(id ? { id } : {}),
      },
    },
    onCreate: ({ editor: now }) => onEnter?.(writerOf(now)),
    onFocus: ({ editor: now }) => onEnter?.(writerOf(now)),
    onUpdate: ({ editor: now }) => onChange?.(now.getJSON() as RichNode),
  })
  useEffect(() => {
    // In development and on a remount React hands over an instance that is gone already.
    if (value && editor && !editor.isDestroyed && JSON.stringify(value) !== JSON.stringify(editor.getJSON())) {
      editor.commands.setContent(value, { emitUpdate: false })
    }
  }, [editor, value])
  if (!editor) return null
  return (
    <div className="kb-rich-editor">
      {!disabled && <Tools editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  )
}

function writerOf(editor: Editor): (text: string) => void {
  return (text) => void editor.chain().focus().insertContent({ type: 'text', text }).run()
}

function Tools({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      bold: e.isActive('bold'),
      italic: e.isActive('italic'),
      underline: e.isActive('underline'),
      h1: e.isActive('heading', { level: 1 }),
      h2: e.isActive('heading', { level: 2 }),
      bullets: e.isActive('bulletList'),
      numbers: e.isActive('orderedList'),
      table: e.isActive('table'),
    }),
  })
  const chain = () => editor.chain().focus()
  const tools: { label: string; text: string; on?: boolean; run: () => boolean }[] = [
    { label: '一级标题', text: 'H1', on: active.h1, run: () => chain().toggleHeading({ level: 1 }).run() },
    { label: '二级标题', text: 'H2', on: active.h2, run: () => chain().toggleHeading({ level: 2 }).run() },
    { label: '加粗', text: 'B', on: active.bold, run: () => chain().toggleBold().run() },
    { label: '斜体', text: 'I', on: active.italic, run: () => chain().toggleItalic().run() },
    { label: '下划线', text: 'U', on: active.underline, run: () => chain().toggleUnderline().run() },
    { label: '项目符号', text: '• 列表', on: active.bullets, run: () => chain().toggleBulletList().run() },
    { label: '编号', text: '1. 列表', on: active.numbers, run: () => chain().toggleOrderedList().run() },
    ...(active.table ? tableTools(chain) : []),
    ...(active.table
      ? []
      : [
          {
            label: '插入表格',
            text: '表格',
            run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
          },
        ]),
    { label: '撤销', text: '↶', run: () => chain().undo().run() },
    { label: '重做', text: '↷', run: () => chain().redo().run() },
  ]
  return (
    <div className="kb-rich-tools" role="toolbar" aria-label={tr('格式')}>
      {tools.map((tool) => (
        <Button
          key={tool.label}
          size="small"
          type={tool.on ? 'primary' : 'text'}
          ghost={tool.on ?? false}
          aria-pressed={tool.on}
          title={tr(tool.label)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run()}
        >
          <span aria-hidden="true">{tool.text}</span>
          <span className="kb-said">{tr(tool.label)}</span>
        </Button>
      ))}
    </div>
  )
}

function tableTools(chain: () => ReturnType<Editor['chain']>) {
  return [
    { label: '下方插入行', text: '+行', run: () => chain().addRowAfter().run() },
    { label: '右侧插入列', text: '+列', run: () => chain().addColumnAfter().run() },
    { label: '删除行', text: '−行', run: () => chain().deleteRow().run() },
    { label: '删除列', text: '−列', run: () => chain().deleteColumn().run() },
    { label: '合并或拆分单元格', text: '合并', run: () => chain().mergeOrSplit().run() },
    { label: '删除表格', text: '删表', run: () => chain().deleteTable().run() },
  ]
}
