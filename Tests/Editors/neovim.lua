-- A session of Neovim's own client with the language server: it opens a flow with a typo, gets the mark, applies the cure,
-- completes, renames a step in all files, and formats. Prints what it does, and ends with 0 when all of it worked.
-- usage: nvim --headless -u INIT -S neovim.lua    with the settings of Docs/Editors.md as INIT, usher on the PATH, and
-- PROJECT in the environment
local project = vim.env.PROJECT
local flow = project .. "/Flows/order.yaml"
local newer = vim.fn.has("nvim-0.8") == 1

local function say(text) io.stdout:write(text .. "\n") end

local function fail(text)
  say("failed: " .. text)
  vim.cmd("cquit 1")
end

local function expect(condition, text) if not condition then fail(text) end end

local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then fail(what .. " did not happen within a minute") end
end

local function read(path) return table.concat(vim.fn.readfile(path), "\n") end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

local function line_of(text)
  for number, line in ipairs(lines()) do if line:find(text, 1, true) then return number end end
  fail("no line contains " .. text)
end

local function go_to(text, word)
  local number = line_of(text)
  vim.api.nvim_win_set_cursor(0, { number, (lines()[number]:find(word, 1, true)) - 1 })
end

local function ask(method, parameters)
  local answers, problem = vim.lsp.buf_request_sync(0, method, parameters, 60000)
  if problem then fail(method .. ": " .. problem) end
  for _, answer in pairs(answers) do
    if answer.error then fail(method .. ": " .. answer.error.message) end
    return answer.result
  end
  fail(method .. " has no answer")
end

local function run()
  local original = read(flow)
  vim.opt.hidden = true
  vim.cmd("edit " .. flow)
  local client = UsherClient
  wait("the start of the server", function()
    local found = vim.lsp.get_client_by_id(client)
    return found and found.initialized and #vim.lsp.buf_get_clients(0) > 0
  end)
  local encoding = vim.lsp.get_client_by_id(client).offset_encoding
  say("attached; positions in " .. encoding)

  -- A typo, and its mark.
  local number = line_of("Tulips: confirm")
  vim.api.nvim_buf_set_lines(0, number - 1, number, true, { "      Tulips: confrim" })
  local function typo()
    for _, found in ipairs(vim.diagnostic.get(0)) do if found.code == "unknown-step" then return found end end
  end
  wait("the mark", typo)
  local mark = typo()
  say(("line %d, column %d: %s [%s]"):format(mark.lnum + 1, mark.col + 1, mark.message:gsub("\n", "; "), mark.code))
  expect(lines()[mark.lnum + 1]:sub(mark.col + 1, mark.end_col) == "confrim", "the mark is elsewhere")

  -- The cure.
  go_to("confrim", "confrim")
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("<F2>", true, false, true), "x", false)
  wait("the cure", function() return table.concat(lines(), "\n") == original end)
  say("cured with one key")
  wait("the end of the mark", function() return not typo() end)
  say("the mark is gone")

  -- Completion, as the editor applies it.
  vim.api.nvim_buf_set_lines(0, number - 1, number, true, { "      Tulips: conf" })
  vim.api.nvim_win_set_cursor(0, { number, 17 })
  local parameters = vim.lsp.util.make_position_params(0, encoding)
  parameters.position.character = #"      Tulips: conf"
  local offers = ask("textDocument/completion", parameters).items
  local offer
  for _, found in ipairs(offers) do if found.label == "confirm" then offer = found end end
  expect(offer, "`confirm` is not offered")
  vim.lsp.util.apply_text_edits({ offer.textEdit }, 0, encoding)
  expect(table.concat(lines(), "\n") == original, "the completion gives another text")
  say("completed: " .. offer.label .. ", one of " .. #offers)
  vim.cmd("silent write")

  -- A rename through all files.
  go_to("  choose:", "choose")
  vim.lsp.buf.rename("pick")
  wait("the rename", function() return table.concat(lines(), "\n"):find("  pick:", 1, true) ~= nil end)
  vim.cmd("silent wall")
  local renamed = {}
  for _, path in ipairs(vim.fn.glob(project .. "/Flows/*", false, true)) do
    local text = read(path)
    expect(not text:find("choose", 1, true), path .. " still names `choose`")
    if text:find("pick", 1, true) then table.insert(renamed, vim.fn.fnamemodify(path, ":t")) end
  end
  table.sort(renamed)
  expect(#renamed == 6, "renamed in " .. table.concat(renamed, ", "))
  say("renamed in " .. table.concat(renamed, ", "))

  -- Formatting.
  local tidy = table.concat(lines(), "\n")
  local answers = line_of("      Tulips: confirm")
  vim.api.nvim_buf_set_lines(0, answers - 1, answers + 1, true, { "        Tulips:   confirm", "        Roses: confirm" })
  if newer then vim.lsp.buf.format({ timeout_ms = 60000 }) else vim.lsp.buf.formatting_sync(nil, 60000) end
  expect(table.concat(lines(), "\n") == tidy, "formatting gives another text:\n" .. table.concat(lines(), "\n"))
  say("formatted")
  vim.cmd("silent wall")

  vim.lsp.stop_client(client)
  wait("the end of the server", function() return vim.lsp.client_is_stopped(client) end)
  say("stopped")
end

local ok, problem = pcall(run)
if not ok then fail(problem) end
vim.cmd("qall!")
