import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContracts } from './tools/build/lean-contracts.ts'

/**
 * Pieces that change rarely and load side by side. What the shell and the log-in page need stands in `react`, `schema`,
 * `base` and `shell`; the rest of the page kit (lists, forms, dates) is one piece, `kit`, fetched while the first screen is
 * being read, so that every further screen costs only its own few kilobytes. A group takes what its modules import along,
 * hence those before `kit`.
 */
const KIT_PARTS = 'checkbox|date-picker|input-number|picker|popover|progress|radio|segmented|select|switch|virtual-list'
/** What few screens have: it comes with them. */
const RARE_PARTS = 'auto-complete|rate|result|slider|tabs'
const KIT_FILES =
  'kit/(?!pdf/|chart|figures|period-bar|page-tabs|use-sheet-import|import-errors|draw/|rich-text-(?:editor|fields)|document-view|file-hash|preload|labels|states|values|home-section)|export\\.ts|overlay\\.ts'
const GROUPS = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|@tanstack)[\\/]/,
    priority: 50,
  },
  {
    name: 'schema',
    test: /node_modules[\\/](zod|decimal\.js)[\\/]|src[\\/]contract[\\/](?!beacon|draw)/,
    priority: 50,
  },
  {
    name: 'base',
    test: (id: string) =>
      /node_modules[\\/](antd|@rc-component|@ant-design|dayjs)[\\/]/.test(id) && !IN_KIT.test(id) && !LAZY.test(id),
    priority: 40,
  },
  {
    name: 'shell',
    test: /src[\\/]web[\\/]((?!draw)[^\\/]+\.ts$|lazy-part|shell[\\/]boundary|kit[\\/](labels|states|values|home-section))/,
    priority: 35,
  },
  { name: 'kit', test: (id: string) => IN_KIT.test(id), priority: 30 },
]
const LAZY = new RegExp(
  `write-excel-file|tus-js-client|tiptap|(antd[\\\\/]es|@rc-component)[\\\\/](${RARE_PARTS})[\\\\/]`,
)
const IN_KIT = new RegExp(
  `antd[\\\\/]es[\\\\/](${KIT_PARTS})[\\\\/]|@rc-component[\\\\/](${KIT_PARTS})[\\\\/]|src[\\\\/]web[\\\\/](${KIT_FILES})`,
)

const api = { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false } }

export default defineConfig({
  plugins: [react(), leanContracts()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: { codeSplitting: { groups: GROUPS } },
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'pageOf'] },
    },
  },
  // The host stays what the browser sent: the server compares it with the Origin.
  server: { port: Number(process.env.WEB_PORT ?? 5173), proxy: api },
  preview: { proxy: api },
})
