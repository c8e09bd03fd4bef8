import { defineConfig } from '@playwright/test'

const browser = process.env['OPENPIT_CHROMIUM']

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: false,
  workers: 1,
  // A bound on what hangs, never on what is slow.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1600, height: 900 },
    launchOptions: { ...(browser ? { executablePath: browser } : {}), args: ['--no-sandbox'] },
  },
})
